#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "http/request_parser.hpp"

namespace mirador::http {

/// The requests of one connection, from its bytes in pieces of any size. Folded headers and lines
/// that end without a carriage return are refused. What it keeps is at most the header limit of
/// bytes that are not parsed yet, and the body.
class RequestReader {
 public:
  enum class State {
    empty,     ///< nothing of the request has arrived
    header,    ///< a part of its header
    body,      ///< its header, and a part of its body
    complete,  ///< all of it
    refused    ///< it cannot be read, and nothing after it
  };

  explicit RequestReader(const Limits& limits);
  RequestReader(const RequestReader&) = delete;
  RequestReader& operator=(const RequestReader&) = delete;

  /// The next bytes of the client. After `complete` they are kept for the next request, so at most
  /// one piece should come then.
  State take(std::string_view bytes);
  /// After `complete`: the next request, of which something may have arrived already.
  State next();

  State state() const { return state_; }
  Request& request() { return request_; }
  const Refusal& refusal() const { return *refusal_; }
  bool keeps_connection() const { return parser_->keeps_connection(); }
  /// Does the client wait for "100 Continue" before it sends the body?
  bool awaits_continue() const;
  /// The bytes that the request takes.
  std::size_t memory() const { return pending_.capacity() + request_.body.capacity(); }

 private:
  State advance();
  State read_header();
  State read_body();
  State refuse(Refusal refusal);

  const Limits& limits_;
  State state_ = State::empty;
  bool skipped_line_ = false;
  std::string pending_;      // arrived and not parsed
  std::size_t scanned_ = 0;  // bytes of pending_ in which the header does not end
  Request request_;
  std::optional<RequestParser> parser_;
  std::optional<Refusal> refusal_;
};

}  // namespace mirador::http
