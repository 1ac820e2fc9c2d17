#include "http/request_parser.hpp"

#include <algorithm>
#include <boost/asio/buffer.hpp>
#include <boost/beast/http/error.hpp>

namespace mirador::http {

namespace beast = boost::beast;

namespace {

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

std::string in_lower_case(std::string_view text) {
  std::string all(text);
  std::ranges::transform(all, all.begin(), lower);
  return all;
}

bool is_decimal(char c) { return c >= '0' && c <= '9'; }

/// Of "example.org:80" and "[::1]:80".
bool is_of_host(char c) {
  return is_decimal(c) || (lower(c) >= 'a' && lower(c) <= 'z') ||
         std::string_view("-._~:[]%").find(c) != std::string_view::npos;
}

}  // namespace

RequestParser::RequestParser(const Limits& limits, Request& request)
    : limits_(limits), request_(request) {
  header_limit(static_cast<std::uint32_t>(limits.header));
  body_limit(limits.body);
  eager(true);
}

void RequestParser::read(std::string_view& bytes) {
  Error error;
  while (!bytes.empty() && !is_done() && !error) {
    const std::size_t taken = put(boost::asio::const_buffer(bytes.data(), bytes.size()), error);
    bytes.remove_prefix(taken);
    if (taken == 0) break;
  }
  if (error && error != beast::http::error::need_more && !refusal_) refuse(error);
}

void RequestParser::on_request_impl(beast::http::verb, Text method, Text target, int version,
                                    Error&) {
  request_.method.assign(method.data(), method.size());
  request_.target.assign(target.data(), target.size());
  is_http_1_1_ = version == 11;
}

void RequestParser::on_field_impl(Field, Text name, Text value, Error& error) {
  if (has_header_) return;  // a trailer
  std::string key = in_lower_case({name.data(), name.size()});
  const std::string_view text(value.data(), value.size());
  const auto found = std::ranges::find(request_.headers, key, &Header::name);
  if (found != request_.headers.end()) {
    found->value.append(", ").append(text);
    return;
  }
  if (request_.headers.size() >= limits_.headers) {
    return refuse(
        431, "there are too many headers; send at most " + std::to_string(limits_.headers), error);
  }
  request_.headers.push_back({std::move(key), std::string(text)});
}

void RequestParser::on_header_impl(Error& error) {
  has_header_ = true;
  keeps_connection_ = is_http_1_1_ && keep_alive();
  refusal_ = two_readings();
  if (!refusal_) refusal_ = read_absolute_target();
  const std::string* expected = request_.header("expect");
  if (!refusal_ && expected != nullptr && is_http_1_1_) {
    if (in_lower_case(*expected) != "100-continue") {
      refusal_ = Refusal{417, "Expect can only be 100-continue"};
    }
    awaits_continue_ = !is_done();
  }
  if (refusal_) error = beast::http::error::bad_value;
}

std::optional<Refusal> RequestParser::two_readings() const {
  const std::string* host = request_.header("host");
  if (host == nullptr || !std::ranges::all_of(*host, is_of_host)) {
    return Refusal{400, "send one Host header, with the name of this service"};
  }
  const std::string* encoding = request_.header("transfer-encoding");
  const std::string* length = request_.header("content-length");
  if (encoding != nullptr &&
      (in_lower_case(*encoding) != "chunked" || !is_http_1_1_ || length != nullptr)) {
    return Refusal{400, "send the body with Content-Length, or with Transfer-Encoding: chunked"};
  }
  if (length != nullptr && (length->empty() || !std::ranges::all_of(*length, is_decimal))) {
    return Refusal{400, "Content-Length must be given once, as a number"};
  }
  return std::nullopt;
}

std::optional<Refusal> RequestParser::read_absolute_target() {
  const std::string start = in_lower_case(std::string_view(request_.target).substr(0, 8));
  if (!start.starts_with("http://") && start != "https://") return std::nullopt;
  const std::size_t begin = start == "https://" ? 8 : 7;
  const std::size_t end =
      std::min(request_.target.find_first_of("/?", begin), request_.target.size());
  const std::string host = in_lower_case(request_.target.substr(begin, end - begin));
  if (host != in_lower_case(*request_.header("host"))) {
    return Refusal{400, "the target names another host than the Host header"};
  }
  request_.target.erase(0, end);
  if (!request_.target.starts_with('/')) request_.target.insert(0, 1, '/');
  return std::nullopt;
}

std::size_t RequestParser::on_body_impl(Text body, Error&) {
  request_.body.append(body.data(), body.size());
  return body.size();
}

std::size_t RequestParser::on_chunk_body_impl(std::uint64_t, Text body, Error& error) {
  return on_body_impl(body, error);
}

void RequestParser::refuse(unsigned status, std::string detail, Error& error) {
  refusal_ = Refusal{status, std::move(detail)};
  error = beast::http::error::bad_value;
}

void RequestParser::refuse(const Error& error) {
  if (error == beast::http::error::header_limit) {
    refusal_ = Refusal{431, "the headers are too large; send at most " +
                                std::to_string(limits_.header) + " bytes"};
  } else if (error == beast::http::error::body_limit) {
    refusal_ = Refusal{
        413, "the body is too large; send at most " + std::to_string(limits_.body) + " bytes"};
  } else {
    refusal_ = Refusal{400, "this is not HTTP/1.1: " + error.message()};
  }
}

}  // namespace mirador::http
