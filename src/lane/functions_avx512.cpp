#define MIRADOR_ISA avx512
#include "mirador/lane/avx512.hpp"

#include "array_functions.hpp"
#include "functions_on.hpp"

namespace mirador::lane {

const Functions& avx512_functions() { return functions_on<Avx512>(); }

}  // namespace mirador::lane
