#pragma once

namespace mirador::cli {

/// What the shell learns. 4 (no difference beyond the margin) has no user in this version.
enum class ExitCode : int { done = 0, failed = 1, bad_input = 2, undecided = 3 };

}  // namespace mirador::cli
