#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

/// The sampling rules for which the contract is tested.
namespace mirador::testing_support {

/// Whether open tickets make the rule prefer other arms.
enum class Spreads { no, yes };
/// Whether the rule is also tested with families other than gaussian.
enum class OtherFamilies { no, yes };

struct RuleCase {
  std::string text;  ///< as it is written on the command line
  /// The least pulls of every arm after t pulls: proved, or a bound that a correct rule meets with
  /// a large distance.
  double (*least_pulls)(double t, std::size_t arms);
  Spreads spreads = Spreads::yes;
  OtherFamilies families = OtherFamilies::no;
  std::uint64_t settled = 50;  ///< steps after which its buffers have their final size
  std::size_t many = 1000;     ///< arms at most in the test of large K
};

/// A case for every rule with a name (a test reports missing ones), and for variants of them.
std::span<const RuleCase> rule_cases();

}  // namespace mirador::testing_support
