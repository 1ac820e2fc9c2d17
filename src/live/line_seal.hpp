#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace mirador {

/// Lines of JSON objects of which each carries a checksum of itself and of the one before, as its
/// last field: {"a":1,"seal":"0123456789abcdef"}. A line that was changed, lost, added or moved
/// shows. Guards against accidents, not against people.
class LineSeals {
 public:
  /// The object with the seal that it has on the next line.
  std::string sealed(const std::string& object);
  /// The object on the next line without its seal; nothing where the seal is not the right one.
  std::optional<std::string> opened(std::string_view line);

 private:
  std::uint64_t last_ = 0;
};

}  // namespace mirador
