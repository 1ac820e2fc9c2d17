#include "array_functions.hpp"
#include "functions_on.hpp"

namespace mirador::simd {

const Functions& plain_functions() { return functions_on<double>(); }

}  // namespace mirador::simd
