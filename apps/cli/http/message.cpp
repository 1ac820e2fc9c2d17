#include "http/message.hpp"

#include <algorithm>

namespace mirador::http {

const std::string* Request::header(std::string_view name) const {
  const auto found = std::ranges::find(headers, name, &Header::name);
  return found == headers.end() ? nullptr : &found->value;
}

}  // namespace mirador::http
