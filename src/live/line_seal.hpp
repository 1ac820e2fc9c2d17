#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace mirador {

/// Lines of JSON objects, each with a checksum of itself and of the line before as its last field:
/// {"a":1,"seal":"0123456789abcdef"}. Detects lines that were changed, lost, added or moved. Guards
/// against accidents, not against attackers.
class LineSeals {
 public:
  /// The object with its seal as the next line.
  std::string sealed(const std::string& object);
  /// The object on the next line without its seal; empty if the seal is wrong.
  std::optional<std::string> opened(std::string_view line);

 private:
  std::uint64_t last_ = 0;
};

}  // namespace mirador
