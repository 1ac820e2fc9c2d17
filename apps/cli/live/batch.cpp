#include "live/batch.hpp"

#include "live/file_lines.hpp"
#include "mirador/core/error.hpp"
#include "text/values.hpp"

namespace mirador::cli {
namespace {

LineFile lines_of_batch(const std::string& file) {
  return {"batch", file, "a CSV file with lines ticket,value"};
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
  return lines_of_batch(file).place_of_line(lines[reading]);
}

Batch read_batch(const std::string& file) {
  const std::vector<std::string> heading = {"ticket", "value"};
  const LineFile lines = lines_of_batch(file);
  Batch batch{file, {}, {}};
  for_each_line(lines, [&](std::string_view line, std::size_t number) {
    if (number == 1 && split_list(line) == heading) return;
    batch.readings.push_back(read_line(line));
    batch.lines.push_back(number);
  });
  if (batch.readings.empty()) {
    throw InputError(lines.place_of_line(1) +
                     "the file contains no results; write lines ticket,value");
  }
  return batch;
}

}  // namespace mirador::cli
