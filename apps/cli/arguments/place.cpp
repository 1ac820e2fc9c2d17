#include "arguments/place.hpp"

#include <cstdlib>

#include "mirador/store/stores.hpp"

namespace mirador::cli {

std::string read_place(const RawOptions& options) {
  if (const auto& place = options.get(Option::store)) return *place;
  const char* const usual = std::getenv("MIRADOR_STORE");
  return usual != nullptr && *usual != '\0' ? usual : default_place();
}

std::string public_place(const std::string& place) {
  const std::size_t scheme = place.find("://");
  if (scheme == std::string::npos) return place;
  // A password may contain any character. The text after the last @ contains none, except in an
  // option.
  std::string shown = place;
  const std::size_t user = scheme + 3, host = shown.rfind('@');
  if (host != std::string::npos && shown.find("password=") < host)
    return shown.substr(0, user) + "...";
  const std::size_t secret = shown.find(':', user);
  if (host != std::string::npos && secret < host) shown.erase(secret, host - secret);
  return shown.substr(0, shown.find('?'));
}

}  // namespace mirador::cli
