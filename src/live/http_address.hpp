#pragma once

#include <string>
#include <string_view>

namespace mirador::live {

/// The address of a service.
struct HttpAddress {
  std::string base;          ///< "http://host:8321", with the path of a proxy, without a last slash
  bool is_loopback = false;  ///< this machine, as far as the name tells
};

/// Throws InputError for text that is not such an address, or that contains a name or a password.
/// A refused address is not shown, because of the password in it.
HttpAddress parse_address(std::string_view url);

/// Text as one part of a path: all but letters, digits and -._~ as %XX.
std::string path_part(std::string_view text);

/// Throws InputError, without the secret, for one that cannot be sent.
void validate_token(std::string_view token);

}  // namespace mirador::live
