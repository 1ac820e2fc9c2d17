#include "http_address.hpp"

#include <algorithm>
#include <charconv>

#include "mirador/core/error.hpp"

namespace mirador::live {
namespace {

[[noreturn]] void refuse_address(const std::string& why) {
  throw InputError("store: the address of the service " + why +
                   "; give http://HOST:PORT, and the token in MIRADOR_TOKEN");
}

bool is_letter_or_digit(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

/// A name, an IPv4 address, or an IPv6 address in brackets.
void check_host(std::string_view host) {
  const bool is_v6 = host.size() > 2 && host.starts_with('[') && host.ends_with(']');
  if (is_v6) host = host.substr(1, host.size() - 2);
  const std::string_view others = is_v6 ? ":." : "-._";
  const auto fits = [&](char c) { return is_letter_or_digit(c) || others.find(c) < others.size(); };
  if (host.empty()) refuse_address("has no host");
  if (!std::ranges::all_of(host, fits)) refuse_address("has a host that cannot be one");
}

void check_port(std::string_view text) {
  unsigned port = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), port);
  if (error == std::errc() && end == text.data() + text.size() && port >= 1 && port <= 65535) {
    return;
  }
  refuse_address("has a port that is not a number from 1 to 65535");
}

bool names_loopback(std::string_view host) {
  return host == "localhost" || host == "[::1]" || host.ends_with(".localhost") ||
         (host.starts_with("127.") && host.find_first_not_of("0123456789.") == host.npos);
}

}  // namespace

HttpAddress parse_address(std::string_view url) {
  if (!url.starts_with("http://") && !url.starts_with("https://")) {
    refuse_address("begins neither with http:// nor with https://");
  }
  const std::string_view rest = url.substr(url.find("://") + 3);
  const std::string_view authority = rest.substr(0, rest.find_first_of("/?#"));
  // A password may contain any character, so an @ anywhere is taken for the end of one.
  if (rest.find('@') != std::string_view::npos) refuse_address("has a name or a password in it");
  if (rest.find_first_of("?#") != std::string_view::npos) refuse_address("has a ? or # in it");
  const auto is_plain = [](char c) {
    return is_letter_or_digit(c) || c == '/' || c == '%' || c == '-' || c == '.' || c == '_' ||
           c == '~';
  };
  if (!std::ranges::all_of(rest.substr(authority.size()), is_plain)) {
    refuse_address("has a path with characters that it cannot have");
  }
  const std::size_t colon = authority.rfind(':');
  const bool has_port = colon != authority.npos && authority.find(']', colon) == authority.npos;
  const std::string_view host = authority.substr(0, has_port ? colon : authority.npos);
  check_host(host);
  if (has_port) check_port(authority.substr(colon + 1));
  std::string base(url);
  while (base.ends_with('/')) base.pop_back();
  return {base, names_loopback(host)};
}

std::string path_part(std::string_view text) {
  static constexpr char digits[] = "0123456789ABCDEF";
  std::string part;
  for (const char c : text) {
    if (is_letter_or_digit(c) || c == '-' || c == '.' || c == '_' || c == '~') {
      part += c;
      continue;
    }
    const auto byte = static_cast<unsigned char>(c);
    part += {'%', digits[byte >> 4], digits[byte & 15]};
  }
  return part;
}

void validate_token(std::string_view token) {
  if (std::ranges::all_of(token, [](char c) { return c > ' ' && c < 0x7f; })) return;
  throw InputError(
      "token: the value of MIRADOR_TOKEN cannot be one; give the secret that mirador token new "
      "printed, without spaces");
}

}  // namespace mirador::live
