#pragma once

namespace mirador::cli {

/// What the shell learns.
enum class ExitCode : int {
  done = 0,
  failed = 1,
  bad_input = 2,
  undecided = 3,  ///< budget spent or interrupted
  equal = 4,      ///< arms are equal to the answer within the margin
  slower = 5,     ///< the candidate of a gate
};

}  // namespace mirador::cli
