#pragma once

#include <atomic>

namespace mirador::cli {

/// From now on the first SIGINT or SIGTERM only raises the returned flag; a second one ends the
/// program as usual. A signal that the caller's shell ignores stays ignored.
const std::atomic<bool>& watch_for_interrupt();

}  // namespace mirador::cli
