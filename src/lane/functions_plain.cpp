#include "array_functions.hpp"
#include "functions_on.hpp"

namespace mirador::lane {

const Functions& plain_functions() { return functions_on<double>(); }

}  // namespace mirador::lane
