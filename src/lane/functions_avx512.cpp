#define MIRADOR_ISA avx512
#include "array_functions.hpp"
#include "functions_on.hpp"
#include "mirador/lane/avx512.hpp"

namespace mirador::lane {

const Functions& avx512_functions() { return functions_on<Avx512>(); }

}  // namespace mirador::lane
