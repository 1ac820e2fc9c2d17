#pragma once

#include "mirador/lane/functions.hpp"

namespace mirador::lane {

const Functions& plain_functions();
const Functions& avx2_functions();
const Functions& avx512_functions();

}  // namespace mirador::lane
