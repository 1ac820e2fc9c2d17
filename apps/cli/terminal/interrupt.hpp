#pragma once

#include <atomic>

namespace mirador::cli {

/// From now on exceeding the file size limit (ulimit -f) is a write error with a message; it does
/// not kill the program.
void report_large_files();

/// From now on SIGINT and SIGTERM end the program with one line and exit code 3: for work without
/// partial results.
void leave_on_interrupt();

/// From now on the first SIGINT or SIGTERM only sets the returned flag; one that comes more than
/// half a second later ends the program as usual. A signal that the calling shell ignores stays
/// ignored.
const std::atomic<bool>& watch_for_interrupt();

/// The same for work that waits: the returned descriptor becomes readable at the first signal and
/// stays readable.
int interrupt_door();

}  // namespace mirador::cli
