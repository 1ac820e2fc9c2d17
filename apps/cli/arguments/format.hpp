#pragma once

#include <string>

#include "arguments/option_table.hpp"
#include "terminal/output.hpp"
#include "terminal/screen.hpp"

namespace mirador::cli {

enum class Format { text, json, csv };

/// The value of --format; text by default. Throws InputError for an unknown name.
Format read_format(const RawOptions& options);

/// Writes the result of a command to standard output: text that fits the screen, JSON or CSV.
template <class Report>
void write_report(const Report& report, Format format) {
  switch (format) {
    case Format::text:
      return write_stdout(to_text(report, screen_of(stdout)));
    case Format::json:
      return write_stdout(to_json(report));
    case Format::csv:
      return write_stdout(to_csv(report));
  }
}

}  // namespace mirador::cli
