#pragma once

#include <cstdint>
#include <string>

namespace mirador::paper {

/// The settings of the report.
struct Settings {
  std::uint64_t runs = 1000;  ///< replications of every cell
  std::uint64_t seed = 1;
  unsigned threads = 0;  ///< 0: one per core
  std::string out = "paper";

  /// The command that makes this report.
  std::string command() const;
};

}  // namespace mirador::paper
