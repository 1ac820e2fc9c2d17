#include "arguments/format.hpp"

#include <array>
#include <string_view>

#include "text/values.hpp"

namespace mirador::cli {

Format read_format(const RawOptions& options) {
  static constexpr std::array<std::string_view, 3> names = {"text", "json", "csv"};
  const std::string_view name = options.value_or(Option::format, "text");
  require_available("format", name, names);
  return name == "json" ? Format::json : name == "csv" ? Format::csv : Format::text;
}

}  // namespace mirador::cli
