#pragma once

#include <string>
#include <vector>

namespace bench {

/// The result of a program in another language for one rule.
struct Peer {
  std::string rule, version;
  double ns_per_step, runs, mean, std_error;
};

/// Runs numpy_lma.py in the folder; empty if there is no such file or no NumPy.
std::vector<Peer> run_numpy(const std::string& folder);

}  // namespace bench
