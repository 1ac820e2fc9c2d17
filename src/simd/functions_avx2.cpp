#define MIRADOR_ISA avx2
#include "array_functions.hpp"
#include "functions_on.hpp"
#include "mirador/simd/avx2.hpp"

namespace mirador::simd {

const Functions& avx2_functions() { return functions_on<Avx2>(); }

}  // namespace mirador::simd
