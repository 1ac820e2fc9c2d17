#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "mirador/sampling/own_rule.hpp"

/// Sampling orders that try to cause a wrong verdict. A proved stopping rule keeps its risk for any
/// choice of the next arm, so also here. They are user-defined rules (OwnRule): they see the
/// standing after every measurement, and are a function of the data and of the counter stream,
/// hence the same on any number of threads.
namespace attack {

/// The wrong verdict that an order aims at. The attacker knows the truth.
struct Aim {
  std::vector<double> truth;  ///< the means
  /// How the data of an arm must deviate for the wrong verdict: +1 above its mean, -1 below, 0
  /// either.
  std::vector<int> lean;
  mirador::Arm starved;  ///< the arm that orders keep short of data
  std::uint64_t pulls;   ///< of the whole run
};

struct Order {
  std::string_view name;
  std::string_view words;  ///< description, for the heading of a table
  mirador::MakeOwnRule (*against)(const Aim& aim);
};

/// All orders; the tables have one column for each.
std::span<const Order> orders();

}  // namespace attack
