#include "live/batch.hpp"

#include "mirador/core/error.hpp"
#include "terminal/input.hpp"
#include "text/values.hpp"

namespace mirador::cli {
namespace {

std::string place_of_line(const std::string& file, std::size_t line) {
  return "batch: " + (file == "-" ? "standard input" : file) + ":" + std::to_string(line) + ": ";
}

Reading read_line(std::string_view line) {
  const std::vector<std::string> fields = split_list(line);
  if (fields.size() != 2) {
    throw InputError(in_quotes(line) + " has " + std::to_string(fields.size()) +
                     " field(s); write ticket,value");
  }
  return {parse_whole("ticket", fields[0], {1, UINT64_MAX}), parse_real("value", fields[1])};
}

}  // namespace

std::string Batch::place_of(std::size_t reading) const {
  return place_of_line(file, lines[reading]);
}

Batch read_batch(const std::string& file) {
  const std::string all =
      read_file_or_stdin("batch", file, {"a CSV file with lines ticket,value", 1u << 30});
  Batch batch{file, {}, {}};
  std::string_view text = all;
  if (text.starts_with("\xEF\xBB\xBF"))
    text.remove_prefix(3);  // a byte order mark, as spreadsheets write it
  for (std::size_t number = 1; !text.empty(); ++number) {
    const std::size_t end = text.find('\n');
    std::string_view line = text.substr(0, end);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (line.find_first_not_of(" \t") == std::string_view::npos) continue;
    if (number == 1 && split_list(line) == std::vector<std::string>{"ticket", "value"}) continue;
    try {
      batch.readings.push_back(read_line(line));
    } catch (const InputError& error) {
      throw InputError(place_of_line(file, number) + error.what());
    }
    batch.lines.push_back(number);
  }
  if (batch.readings.empty()) {
    throw InputError(place_of_line(file, 1) +
                     "the file contains no results; write lines ticket,value");
  }
  return batch;
}

}  // namespace mirador::cli
