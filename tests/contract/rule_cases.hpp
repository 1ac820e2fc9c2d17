#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

/// The sampling rules that the contract is run on.
namespace mirador::testing_support {

/// Do open tickets steer the next arm away?
enum class Spreads { no, yes };
/// Is the rule also run on problems of other families than gaussian?
enum class OtherFamilies { no, yes };

struct RuleCase {
  std::string text;  ///< as it is written on the command line
  /// What every arm has after t pulls: proved, or far from what a right rule could miss.
  double (*least_pulls)(double t, std::size_t arms);
  Spreads spreads = Spreads::yes;
  OtherFamilies families = OtherFamilies::no;
  std::uint64_t settled = 50;  ///< steps after which its buffers have their final size
  std::size_t many = 1000;     ///< arms at most in the test of large K
};

/// A case for every rule that has a name (a test says which has none), and for variants of them.
std::span<const RuleCase> rule_cases();

}  // namespace mirador::testing_support
