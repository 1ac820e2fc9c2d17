#pragma once

#include <atomic>

namespace mirador::cli {

/// From now on a file that may not grow (ulimit -f) is an error of writing, with a message, and not
/// the end of the program.
void report_large_files();

/// From now on SIGINT and SIGTERM end the program with a line and exit code 3: for work whose parts
/// are of no use.
void leave_on_interrupt();

/// From now on the first SIGINT or SIGTERM only raises the returned flag; one that comes more than
/// half a second later ends the program as usual. A signal that the caller's shell ignores stays
/// ignored.
const std::atomic<bool>& watch_for_interrupt();

/// The same for work that waits: the returned descriptor becomes readable with the first signal,
/// and stays so.
int interrupt_door();

}  // namespace mirador::cli
