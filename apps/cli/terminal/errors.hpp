#pragma once

#include "terminal/exit_code.hpp"

namespace mirador::cli {

/// Writes the message of the exception that is being handled, and returns its exit code. The one
/// place where errors become exit codes.
ExitCode report_exception();

/// The exit code of the work, or of what it throws.
template <class Work>
ExitCode report_errors(Work&& work) {
  try {
    return work();
  } catch (...) {
    return report_exception();
  }
}

/// From now on a program that ends in std::terminate for want of memory says so.
void report_lack_of_memory();

}  // namespace mirador::cli
