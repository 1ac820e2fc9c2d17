#pragma once

#include <string>

namespace mirador::paper {

/// The processor and the compiler with which steps were timed, in words.
std::string machine();

}  // namespace mirador::paper
