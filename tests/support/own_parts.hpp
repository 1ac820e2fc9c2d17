#pragma once

#include <algorithm>
#include <cmath>
#include <memory>
#include <numeric>
#include <string>
#include <vector>

#include "mirador/problem/own_problem.hpp"
#include "mirador/sampling/exploration.hpp"
#include "mirador/sampling/own_rule.hpp"
#include "mirador/stopping/own_stopping.hpp"

/// User-defined parts that do the same as the library's.
namespace mirador::testing_support {

/// Which arm is best? The chosen one and those above it are moved to their common mean.
class OwnBestArm : public OwnQuestion {
 public:
  explicit OwnBestArm(std::size_t arms) {
    for (std::size_t a = 0; a < arms; ++a) answers_.push_back("arm " + std::to_string(a + 1));
  }

  const std::string& name() const override { return name_; }
  std::size_t arms() const override { return answers_.size(); }
  std::span<const std::string> answers() const override { return answers_; }
  void project(std::size_t answer, Point at, std::span<double> lambda) const override {
    std::vector<Arm> others;
    for (Arm a = 0; a < arms(); ++a) {
      if (a != answer) others.push_back(a);
    }
    std::ranges::sort(others, [&](Arm a, Arm b) { return at.means[a] > at.means[b]; });
    std::ranges::copy(at.means, lambda.begin());
    double level = at.means[answer], weight = at.weights[answer];
    std::vector<Arm> moved = {answer};
    for (const Arm a : others) {
      if (at.means[a] <= level) break;
      const double total = weight + at.weights[a];
      level = total > 0.0 ? (level * weight + at.means[a] * at.weights[a]) / total : at.means[a];
      weight = total;
      moved.push_back(a);
    }
    for (const Arm a : moved) lambda[a] = level;
  }

 private:
  std::string name_ = "OwnBestArm";
  std::vector<std::string> answers_;
};

/// One arm after the other.
class OwnRoundRobin : public OwnRule {
 public:
  void start(std::size_t, RandomKey) override {}
  Arm next(const StandingView& standing) const override {
    return least_pulled(standing.stats().counts(), standing.pending());
  }
  void observe(const StandingView&, Arm) override {}
};

/// The heuristic threshold, on F or on evidence that it computes itself.
class OwnThreshold : public OwnStoppingRule {
 public:
  explicit OwnThreshold(bool measures) : measures_(measures) {}

  const std::string& name() const override { return name_; }
  double required(const StandingView& standing, double delta) const override {
    const auto total = static_cast<double>(standing.stats().total());
    return std::log((1.0 + std::log(total)) / delta);
  }
  bool measures_evidence() const override { return measures_; }
  Guarantee guarantee() const override { return {Status::asymptotic, "so its author says"}; }

 private:
  std::string name_ = "OwnThreshold";
  bool measures_;
};

inline MakeOwnRule own_round_robin() {
  return [] { return std::make_unique<OwnRoundRobin>(); };
}

}  // namespace mirador::testing_support
