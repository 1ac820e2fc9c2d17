#pragma once

#include <exception>
#include <string>
#include <string_view>

#include "http/message.hpp"

namespace mirador::cli {

/// A problem as application/problem+json: what is wrong, what to do, and the field that it is about
/// if there is one.
http::Response problem(unsigned status, std::string_view detail, std::string_view field = {});

/// That of an exception of the library.
http::Response problem_of(std::exception_ptr error);

}  // namespace mirador::cli
