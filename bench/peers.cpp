#include "peers.hpp"

#include <cstdio>
#include <sstream>

namespace bench {
namespace {

/// The output of a program; empty if it fails.
std::string output_of(const std::string& command) {
  std::FILE* pipe = popen(command.c_str(), "r");
  if (pipe == nullptr) return "";
  std::string text;
  char buffer[256];
  while (std::fgets(buffer, sizeof buffer, pipe) != nullptr) text += buffer;
  return pclose(pipe) == 0 ? text : "";
}

bool has_numpy(const std::string& python) {
  return !output_of(python + " -c 'import numpy; print(numpy)' 2>/dev/null").empty();
}

}  // namespace

std::vector<Peer> run_numpy(const std::string& folder) {
  // Debian's first: another Python installed by the user may lack NumPy.
  for (const std::string python : {"/usr/bin/python3", "python3"}) {
    if (!has_numpy(python)) continue;
    std::istringstream lines(output_of(python + " '" + folder + "/numpy_lma.py'"));
    std::vector<Peer> peers;
    for (Peer peer; lines >> peer.rule >> peer.version >> peer.ns_per_step >> peer.runs >>
                    peer.mean >> peer.std_error;) {
      peers.push_back(peer);
    }
    return peers;
  }
  return {};
}

}  // namespace bench
