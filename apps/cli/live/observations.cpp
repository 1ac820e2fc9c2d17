#include "live/observations.hpp"

#include <fmt/format.h>

#include <unordered_map>
#include <utility>

#include "live/file_lines.hpp"
#include "mirador/core/error.hpp"
#include "text/csv_field.hpp"
#include "text/values.hpp"

namespace mirador::cli {
namespace {

LineFile lines_of(const std::string& file) {
  return {"batch", file, "a CSV file with lines arm,value"};
}

/// Finds arms by name, fast where there are many lines.
class ArmNames {
 public:
  explicit ArmNames(const ExperimentSpec& spec) : spec_(spec) {
    for (Arm a = 0; a < spec.arms.size(); ++a) places_.emplace(spec.arms[a], a);
  }
  Arm arm(const std::string& name) const {
    const auto place = places_.find(name);
    return place == places_.end() ? arm_named(spec_, name) : place->second;
  }

 private:
  const ExperimentSpec& spec_;
  std::unordered_map<std::string, Arm> places_;
};

}  // namespace

std::string Observations::place_of(std::size_t value) const {
  return lines_of(file).place_of_line(lines[value]);
}

Observations read_observations(const std::string& file, const ExperimentSpec& spec) {
  Observations read{file, {}, {}};
  const ArmNames names(spec);
  std::size_t arm = 0, value = 1;  // the columns
  const LineFile lines = lines_of(file);
  for_each_line(lines, [&](std::string_view text, std::size_t line) {
    const std::vector<std::string> fields = csv_fields(text);
    if (fields.size() != 2) {
      throw InputError(fmt::format(
          "{} field(s); write arm,value (rounds and items are for experiments begun with --rounds)",
          fields.size()));
    }
    const bool is_heading = line == 1 && (fields == std::vector<std::string>{"arm", "value"} ||
                                          fields == std::vector<std::string>{"value", "arm"});
    if (is_heading) {
      if (fields[0] == "value") std::swap(arm, value);
      return;
    }
    read.values.push_back({spec.arms[names.arm(fields[arm])], parse_real("value", fields[value])});
    read.lines.push_back(line);
  });
  if (read.values.empty()) {
    throw InputError(lines.place_of_line(1) + "the file has no results; write lines arm,value");
  }
  return read;
}

}  // namespace mirador::cli
