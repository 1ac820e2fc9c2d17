#pragma once

#include <atomic>

namespace mirador::cli {

/// From now on the first SIGINT or SIGTERM only raises the returned flag; one that comes more than
/// half a second later ends the program as usual. A signal that the caller's shell ignores stays
/// ignored.
const std::atomic<bool>& watch_for_interrupt();

}  // namespace mirador::cli
