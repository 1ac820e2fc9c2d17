#define MIRADOR_ISA avx2
#include "array_functions.hpp"
#include "functions_on.hpp"
#include "mirador/lane/avx2.hpp"

namespace mirador::lane {

const Functions& avx2_functions() { return functions_on<Avx2>(); }

}  // namespace mirador::lane
