#pragma once

#include <boost/beast/http/basic_parser.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "http/limits.hpp"
#include "http/message.hpp"

namespace mirador::http {

/// Why a request cannot be read.
struct Refusal {
  unsigned status;
  std::string detail;  ///< what is wrong, and what to do
};

/// Reads one request with Boost.Beast and fills a Request. What two readers may understand in two
/// ways is refused: Transfer-Encoding other than "chunked", or beside Content-Length;
/// Content-Length that is repeated or not a number; no Host, or more than one. A target with a
/// scheme ("http://host/path") must name the same host, and becomes "/path". HTTP/1.0 is read, and
/// its connections are not kept.
class RequestParser final : public boost::beast::http::basic_parser<true> {
 public:
  RequestParser(const Limits& limits, Request& request);

  /// Reads from the front of `bytes`, and removes what was read.
  void read(std::string_view& bytes);
  bool has_header() const { return has_header_; }
  const std::optional<Refusal>& refusal() const { return refusal_; }
  bool keeps_connection() const { return keeps_connection_; }
  /// Does the client wait for "100 Continue"?
  bool awaits_continue() const { return awaits_continue_; }

 private:
  using Error = boost::beast::error_code;
  using Text = boost::beast::string_view;
  using Field = boost::beast::http::field;

  void on_request_impl(boost::beast::http::verb, Text method, Text target, int version,
                       Error& error) override;
  void on_response_impl(int, Text, int, Error&) override {}
  void on_field_impl(Field, Text name, Text value, Error& error) override;
  void on_header_impl(Error& error) override;
  void on_body_init_impl(const boost::optional<std::uint64_t>&, Error&) override {}
  std::size_t on_body_impl(Text body, Error& error) override;
  void on_chunk_header_impl(std::uint64_t, Text, Error&) override {}
  std::size_t on_chunk_body_impl(std::uint64_t, Text body, Error& error) override;
  void on_finish_impl(Error&) override {}

  void refuse(unsigned status, std::string detail, Error& error);
  void refuse(const Error& error);
  std::optional<Refusal> two_readings() const;
  std::optional<Refusal> read_absolute_target();

  const Limits& limits_;
  Request& request_;
  std::optional<Refusal> refusal_;
  bool is_http_1_1_ = false, has_header_ = false, keeps_connection_ = false,
       awaits_continue_ = false;
};

}  // namespace mirador::http
