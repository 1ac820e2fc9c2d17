#pragma once

#include <memory>
#include <string>
#include <utility>

#include "mirador/core/error.hpp"
#include "mirador/problem/standing.hpp"
#include "mirador/problem/standing_view.hpp"
#include "mirador/sampling/own_rule.hpp"

namespace mirador {

/// An OwnRule as a SamplingRule of any problem. A copy is a new rule, not yet started.
template <Problem P>
class OwnSampling {
 public:
  OwnSampling(const P& problem, std::string name, MakeOwnRule make)
      : arms_(problem.arms()), name_(std::move(name)), make_(std::move(make)), rule_(make_()) {}
  OwnSampling(const OwnSampling& other)
      : arms_(other.arms_), name_(other.name_), make_(other.make_), rule_(make_()) {}
  OwnSampling(OwnSampling&&) noexcept = default;
  OwnSampling& operator=(const OwnSampling&) = delete;
  OwnSampling& operator=(OwnSampling&&) noexcept = default;
  ~OwnSampling() = default;

  void start(RandomKey key) { rule_->start(arms_, key); }
  /// Throws InputError if the rule names an arm that does not exist.
  Arm next(const Standing<P>& standing) const {
    const Arm arm = rule_->next(ViewOf<P>(standing));
    if (arm < arms_) return arm;
    throw InputError("rule: " + name_ + " chose arm " + std::to_string(arm) + "; there are " +
                     std::to_string(arms_) + ", counted from 0");
  }
  void observe(const Standing<P>& standing, Arm arm) { rule_->observe(ViewOf<P>(standing), arm); }

 private:
  std::size_t arms_;
  std::string name_;
  MakeOwnRule make_;
  std::unique_ptr<OwnRule> rule_;
};

}  // namespace mirador
