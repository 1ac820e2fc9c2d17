#pragma once

#include <span>
#include <string>

#include "http/message.hpp"
#include "http/request_parser.hpp"

namespace mirador::http {

/// The status line and the headers of an answer with its length. `keeps` is false if the connection
/// is closed after it.
std::string response_head(const Response& response, bool keeps);

/// The same for a stream of events.
std::string stream_head(std::span<const Header> headers);

/// The answer to a request that cannot be read: application/problem+json.
Response response_of(const Refusal& refusal);

}  // namespace mirador::http
