#define MIRADOR_ISA avx512
#include "array_functions.hpp"
#include "functions_on.hpp"
#include "mirador/simd/avx512.hpp"

namespace mirador::simd {

const Functions& avx512_functions() { return functions_on<Avx512>(); }

}  // namespace mirador::simd
