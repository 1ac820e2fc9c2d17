#pragma once

#include <string>

namespace mirador::paper {

/// The processor and the compiler behind the times of steps, in words.
std::string machine();

}  // namespace mirador::paper
