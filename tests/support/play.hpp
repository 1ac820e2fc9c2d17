#pragma once

#include "mirador/contract/play.hpp"

namespace mirador::testing_support {

using contract::Play;
using contract::Told;

}  // namespace mirador::testing_support
