#pragma once

#include <string>
#include <vector>

namespace bench {

/// What a program in another language says of one rule.
struct Peer {
  std::string rule, version;
  double ns_per_step, runs, mean, std_error;
};

/// Runs numpy_lma.py of the folder; nothing where there is no such file or no NumPy.
std::vector<Peer> run_numpy(const std::string& folder);

}  // namespace bench
