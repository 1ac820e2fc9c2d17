#include "live/value_table.hpp"

#include <fmt/format.h>

#include <cmath>
#include <functional>
#include <limits>
#include <map>
#include <string_view>

#include "mirador/core/error.hpp"
#include "terminal/input.hpp"
#include "text/csv_field.hpp"
#include "text/values.hpp"

namespace mirador::cli {
namespace {

constexpr double missing = std::numeric_limits<double>::quiet_NaN();

std::string place_of_line(std::string_view field, const std::string& file, std::size_t line) {
  return fmt::format("{}: {}:{}: ", field, file == "-" ? "standard input" : file, line);
}

/// Calls `take(fields, number)` for every line that is not blank. Errors name the line.
void for_each_line(std::string_view field, const std::string& file,
                   const std::function<void(std::vector<std::string>, std::size_t)>& take) {
  const std::string all = read_file_or_stdin(field, file, {"a CSV file", 1u << 30});
  std::string_view text = all;
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);  // of spreadsheets
  for (std::size_t number = 1; !text.empty(); ++number) {
    const std::size_t end = text.find('\n');
    std::string_view line = text.substr(0, end);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (line.find_first_not_of(" \t") == std::string_view::npos) continue;
    try {
      take(csv_fields(line), number);
    } catch (const InputError& error) {
      throw InputError(place_of_line(field, file, number) + error.what());
    }
  }
}

double value_in(const std::string& cell) {
  if (cell.empty() || cell == "NA" || cell == "NaN" || cell == "nan") return missing;
  return parse_real("value", cell);
}

bool is_label(const std::string& heading) {
  return heading.empty() || heading == "round" || heading == "item";
}

/// Values by round, in the order of rounds.
class RoundRows {
 public:
  RoundRows(ValueTable& table, const ExperimentSpec& spec) : table_(table), spec_(spec) {}

  void add(const std::vector<std::string>& fields, std::size_t line) {
    if (fields.size() != 3) {
      throw InputError(fmt::format("{} field(s); write arm,round,value", fields.size()));
    }
    const Arm arm = arm_named(spec_, fields[0]);
    const auto [place, is_new] = places_.try_emplace(fields[1], table_.rows.size());
    if (is_new) {
      table_.rows.emplace_back(spec_.arms.size(), missing);
      table_.lines.push_back(line);
    }
    double& value = table_.rows[place->second][arm];
    if (!std::isnan(value)) {
      throw InputError(fmt::format("round: {} has a value of {} already; give one for each",
                                   in_quotes(fields[1]), in_quotes(fields[0])));
    }
    value = value_in(fields[2]);
  }

 private:
  ValueTable& table_;
  const ExperimentSpec& spec_;
  std::map<std::string, std::size_t> places_;
};

}  // namespace

std::string ValueTable::place_of(std::size_t row) const {
  return place_of_line("table", file, lines[row]);
}

ValueTable read_value_table(const std::string& file) {
  ValueTable table{file, {}, {}, {}};
  std::size_t labels = 0;
  for_each_line("table", file, [&](std::vector<std::string> fields, std::size_t line) {
    if (table.arms.empty()) {
      labels = is_label(fields.front()) ? 1 : 0;
      table.arms.assign(fields.begin() + static_cast<std::ptrdiff_t>(labels), fields.end());
      if (table.arms.size() >= 2) return;
      throw InputError(
          "the first line names fewer than two arms; name one per column, with commas");
    }
    if (fields.size() != table.arms.size() + labels) {
      throw InputError(fmt::format("{} field(s) for {} columns; give one for each", fields.size(),
                                   table.arms.size() + labels));
    }
    std::vector<double>& row = table.rows.emplace_back();
    for (std::size_t c = labels; c < fields.size(); ++c) row.push_back(value_in(fields[c]));
    table.lines.push_back(line);
  });
  if (table.rows.empty()) {
    throw InputError(place_of_line("table", file, 1) +
                     "the file has no rows; give names of arms and then a row per round");
  }
  return table;
}

ValueTable read_round_batch(const std::string& file, const ExperimentSpec& spec) {
  ValueTable table{file, spec.arms, {}, {}};
  RoundRows rows(table, spec);
  const std::vector<std::string> heading = {"arm", "round", "value"};
  for_each_line("batch", file, [&](const std::vector<std::string>& fields, std::size_t line) {
    if (line == 1 && fields == heading) return;
    rows.add(fields, line);
  });
  if (table.rows.empty()) {
    throw InputError(place_of_line("batch", file, 1) +
                     "the file has no results; write lines arm,round,value");
  }
  return table;
}

}  // namespace mirador::cli
