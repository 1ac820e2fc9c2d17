#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "mirador/sampling/own_rule.hpp"

/// Sampling orders that try to bring about a wrong verdict. A proved stopping rule holds its risk
/// whatever decides which arm is measured next, so it has to hold it here. They are rules of one's
/// own (OwnRule): they see the standing after every measurement, and what they do is a function of
/// the data and of the counter stream, hence the same on every number of threads.
namespace attack {

/// The wrong verdict that an order works for. The attacker knows the truth.
struct Aim {
  std::vector<double> truth;  ///< the means
  /// How an arm has to look for the wrong verdict: +1 above its mean, -1 below it, 0 no matter.
  std::vector<int> lean;
  mirador::Arm starved;  ///< the arm that orders keep short of data
  std::uint64_t pulls;   ///< there will be in all
};

struct Order {
  std::string_view name;
  std::string_view words;  ///< what it does, for the heading of a table
  mirador::MakeOwnRule (*against)(const Aim& aim);
};

/// All of them; the tables have a column for each.
std::span<const Order> orders();

}  // namespace attack
