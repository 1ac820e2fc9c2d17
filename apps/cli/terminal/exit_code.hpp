#pragma once

namespace mirador::cli {

/// The exit codes of the command.
enum class ExitCode : int {
  done = 0,
  failed = 1,
  bad_input = 2,
  undecided = 3,  ///< budget spent or interrupted
  equal = 4,      ///< arms are equal to the answer within the margin
  slower = 5,     ///< the candidate of a gate is slower than allowed
};

}  // namespace mirador::cli
