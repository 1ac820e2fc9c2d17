#pragma once

#include "terminal/exit_code.hpp"

namespace mirador::cli {

/// Writes the message of the current exception and returns its exit code. Only this function maps
/// errors to exit codes.
ExitCode report_exception();

/// The exit code of the work, or of the exception it throws.
template <class Work>
ExitCode report_errors(Work&& work) {
  try {
    return work();
  } catch (...) {
    return report_exception();
  }
}

/// From now on std::terminate because of missing memory prints a message.
void report_lack_of_memory();

}  // namespace mirador::cli
