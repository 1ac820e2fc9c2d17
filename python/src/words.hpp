#pragma once

#include <string>
#include <string_view>

namespace mirador::python {

/// A message of the library with the names of Python: "round-size: ... leave --rounds out" becomes
/// "round_size: ... leave rounds out". Text in double quotes, which may be the user's, stays.
std::string in_python(std::string_view message);

}  // namespace mirador::python
