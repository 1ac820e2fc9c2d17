#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <type_traits>

#include "mirador/problem/standing.hpp"

namespace mirador {

/// Standing<P> behind virtual calls, for a rule that does not know the type of the problem. Lives
/// only as long as the call it is passed to.
class StandingView {
 public:
  virtual ~StandingView() = default;

  virtual const ArmStats& stats() const = 0;
  virtual std::span<const double> pending() const = 0;
  virtual std::uint64_t round() const = 0;
  virtual std::uint64_t budget() const = 0;
  /// The number of the current answer: an arm, a set, 0 for above and 1 for below. Empty if the
  /// answer is a set of arms.
  virtual std::optional<std::size_t> answer() const = 0;
  /// F(N, m) and its sub-gradient.
  virtual double value() const = 0;
  virtual void gradient(std::span<double> out) const = 0;
  /// F(w, m) for the same answer at other weights, and its sub-gradient.
  virtual double value_at(std::span<const double> weights, std::span<double> gradient) const = 0;

  std::size_t arms() const { return stats().arms(); }
};

template <Problem P>
class ViewOf final : public StandingView {
 public:
  explicit ViewOf(const Standing<P>& standing) : standing_(standing) {}

  const ArmStats& stats() const override { return standing_.stats(); }
  std::span<const double> pending() const override { return standing_.pending(); }
  std::uint64_t round() const override { return standing_.round(); }
  std::uint64_t budget() const override { return standing_.budget(); }
  std::optional<std::size_t> answer() const override {
    using Answer = typename P::Answer;
    if constexpr (std::is_integral_v<Answer> || std::is_enum_v<Answer>) {
      return static_cast<std::size_t>(standing_.answer());
    } else {
      return std::nullopt;
    }
  }
  double value() const override { return standing_.closest().value(); }
  void gradient(std::span<double> out) const override {
    for (Arm a = 0; a < out.size(); ++a) out[a] = standing_.gradient(a);
  }
  double value_at(std::span<const double> weights, std::span<double> gradient) const override {
    if (!elsewhere_) elsewhere_.emplace(standing_.problem());
    const Point at = standing_.at(weights);
    elsewhere_->find_against(standing_.answer(), at);
    elsewhere_->gradient(at, gradient);
    return elsewhere_->value();
  }

 private:
  const Standing<P>& standing_;
  mutable std::optional<Alternative<P>> elsewhere_;
};

}  // namespace mirador
