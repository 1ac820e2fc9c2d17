#pragma once

#include "mirador/simd/functions.hpp"

namespace mirador::simd {

const Functions& plain_functions();
const Functions& avx2_functions();
const Functions& avx512_functions();

}  // namespace mirador::simd
