#include "http/response_head.hpp"

#include <array>
#include <boost/beast/http/status.hpp>
#include <ctime>
#include <string_view>

namespace mirador::http {
namespace {

void add(std::string& head, std::string_view name, std::string_view value) {
  head.append(name).append(": ").append(value).append("\r\n");
}

std::string_view reason_of(unsigned status) {
  const auto text = boost::beast::http::obsolete_reason(boost::beast::http::int_to_status(status));
  return {text.data(), text.size()};
}

/// The Date header, made once per second.
std::string_view date_line() {
  thread_local std::time_t made = 0;
  thread_local std::array<char, 64> text{};
  const std::time_t now = std::time(nullptr);
  if (now != made) {
    std::tm utc{};
    gmtime_r(&now, &utc);
    std::strftime(text.data(), text.size(), "Date: %a, %d %b %Y %H:%M:%S GMT\r\n", &utc);
    made = now;
  }
  return text.data();
}

/// Without the empty line at its end.
std::string begun_head(unsigned status, std::span<const Header> headers, bool keeps) {
  std::string head = "HTTP/1.1 " + std::to_string(status) + " ";
  head.append(reason_of(status)).append("\r\n").append(date_line());
  for (const Header& header : headers) add(head, header.name, header.value);
  if (!keeps) add(head, "Connection", "close");
  return head;
}

}  // namespace

std::string response_head(const Response& response, bool keeps) {
  std::string head = begun_head(response.status, response.headers, keeps);
  if (response.status != 204 && response.status != 304) {
    add(head, "Content-Type", response.type);
    add(head, "Content-Length", std::to_string(response.body.size()));
  }
  return head + "\r\n";
}

std::string stream_head(std::span<const Header> headers) {
  std::string head = begun_head(200, headers, false);
  add(head, "Content-Type", "text/event-stream");
  add(head, "Cache-Control", "no-store");
  return head + "\r\n";
}

Response response_of(const Refusal& refusal) {
  std::string body =
      "{\"title\":\"the request is refused\",\"status\":" + std::to_string(refusal.status) +
      ",\"detail\":\"";
  for (const char c : refusal.detail) body += c == '"' || c == '\\' || c < ' ' ? '\'' : c;
  return {refusal.status, "application/problem+json", body + "\"}\n"};
}

}  // namespace mirador::http
