#pragma once

#include <optional>
#include <span>
#include <vector>

#include "mirador/race/executor.hpp"

namespace mirador::cli {

/// Simple statistics of a list of numbers, as hyperfine reports them. The verdict does not use
/// them.
struct Digest {
  double mean, median, min, max;
  std::optional<double> stddev;  ///< of at least two numbers
};
/// Nothing for an empty list.
std::optional<Digest> digest_of(std::span<const double> values);

/// One number of every run.
template <class Number>
std::vector<double> of_runs(std::span<const race::Run> runs, Number race::Run::*number) {
  std::vector<double> values;
  for (const race::Run& run : runs) values.push_back(static_cast<double>(run.*number));
  return values;
}

}  // namespace mirador::cli
