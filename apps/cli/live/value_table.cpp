#include "live/value_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <string_view>

#include "live/file_lines.hpp"
#include "mirador/core/error.hpp"
#include "text/csv_field.hpp"
#include "text/values.hpp"

namespace mirador::cli {
namespace {

constexpr double missing = std::numeric_limits<double>::quiet_NaN();

double value_in(const std::string& cell) {
  if (cell.empty() || cell == "NA" || cell == "NaN" || cell == "nan") return missing;
  return parse_real("value", cell);
}

/// Does the first column hold labels, by its heading?
bool is_label(std::string heading) {
  constexpr std::array<std::string_view, 8> names = {"",       "item",     "round", "id",
                                                     "doc_id", "question", "task",  "index"};
  std::ranges::transform(heading, heading.begin(), [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  });
  return std::ranges::find(names, heading) != names.end();
}

constexpr std::string_view label_remedy = "rename it to item, or leave it out";

/// A value in the first column, which may hold labels under another name.
double value_in_first(const std::string& cell, const std::string& heading) {
  try {
    return value_in(cell);
  } catch (const InputError& error) {
    throw InputError(fmt::format("{}; if column {} holds labels, {}", error.what(),
                                 in_quotes(heading), label_remedy));
  }
}

/// Is the first column 0, 1, 2, ... or 1, 2, 3, ...? A few rows of scores may look so.
bool counts_rows(const ValueTable& table) {
  const double first = table.rows.front().front();
  if (table.rows.size() < 4 || (first != 0.0 && first != 1.0)) return false;
  for (std::size_t row = 0; row < table.rows.size(); ++row) {
    if (table.rows[row].front() != first + static_cast<double>(row)) return false;
  }
  return true;
}

/// Values by round, in the order of rounds.
class RoundRows {
 public:
  RoundRows(ValueTable& table, const ExperimentSpec& spec) : table_(table), spec_(spec) {}

  /// A heading says in which order the columns are.
  bool take_heading(std::vector<std::string> fields) {
    std::ranges::replace(fields, "item", "round");
    Columns found{};
    for (std::size_t i = 0; i < names.size(); ++i) {
      const auto place = std::ranges::find(fields, names[i]);
      if (place == fields.end() || fields.size() != names.size()) return false;
      found[i] = static_cast<std::size_t>(place - fields.begin());
    }
    columns_ = found;
    return true;
  }

  void add(const std::vector<std::string>& fields, std::size_t line) {
    if (fields.size() != 3) {
      throw InputError(fmt::format("{} field(s); write arm,round,value", fields.size()));
    }
    const std::string &name = fields[columns_[0]], &round = fields[columns_[1]];
    const Arm arm = arm_named(spec_, name);
    const auto [place, is_new] = places_.try_emplace(round, table_.rows.size());
    if (is_new) {
      table_.rows.emplace_back(spec_.arms.size(), missing);
      table_.lines.push_back(line);
    }
    double& value = table_.rows[place->second][arm];
    if (!std::isnan(value)) {
      throw InputError(fmt::format("round: {} has a value of {} already; give one for each",
                                   in_quotes(round), in_quotes(name)));
    }
    value = value_in(fields[columns_[2]]);
  }

 private:
  using Columns = std::array<std::size_t, 3>;  // of the arm, the round and the value
  static constexpr std::array<std::string_view, 3> names = {"arm", "round", "value"};

  Columns columns_ = {0, 1, 2};
  ValueTable& table_;
  const ExperimentSpec& spec_;
  std::map<std::string, std::size_t> places_;
};

}  // namespace

std::string ValueTable::place_of(std::size_t row) const {
  return LineFile{field, file}.place_of_line(lines[row]);
}

ValueTable read_value_table(const std::string& file) {
  ValueTable table{file, {}, {}, {}};
  std::size_t labels = 0;
  const LineFile lines{table.field, file};
  for_each_line(lines, [&](std::string_view text, std::size_t line) {
    const std::vector<std::string> fields = csv_fields(text);
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
    if (labels > 0) table.labels.push_back(fields.front());
    std::vector<double>& row = table.rows.emplace_back();
    for (std::size_t c = labels; c < fields.size(); ++c) {
      row.push_back(c == 0 ? value_in_first(fields[c], table.arms[0]) : value_in(fields[c]));
    }
    table.lines.push_back(line);
  });
  if (table.rows.empty()) {
    throw InputError(lines.place_of_line(1) +
                     "the file has no rows; give names of arms and then a row per round");
  }
  if (counts_rows(table)) {
    throw InputError(fmt::format("{}column {} numbers the rows; {}", lines.place_of_line(1),
                                 in_quotes(table.arms[0]), label_remedy));
  }
  return table;
}

ValueTable read_round_batch(const std::string& file, const ExperimentSpec& spec) {
  ValueTable table{file, spec.arms, {}, {}, {}, "batch"};
  RoundRows rows(table, spec);
  const LineFile lines{table.field, file};
  for_each_line(lines, [&](std::string_view text, std::size_t line) {
    const std::vector<std::string> fields = csv_fields(text);
    if (line == 1 && rows.take_heading(fields)) return;
    rows.add(fields, line);
  });
  if (table.rows.empty()) {
    throw InputError(lines.place_of_line(1) +
                     "the file has no results; write lines arm,round,value");
  }
  return table;
}

}  // namespace mirador::cli
