#pragma once

#include <algorithm>
#include <cmath>

#include "mirador/contract/problem_look.hpp"

/// Requirements on F(w, m), the value of a projection.
namespace mirador::contract {

namespace detail {

/// Values, minimisers and gradients are finite and consistent.
template <Problem P>
void expect_sound(ProblemLook<P>& look, const Alternative<P>& closest, Point at) {
  const auto& family = look.problem().family();
  const double value = closest.value();
  const auto where = [&] { return shown(at, closest.answer()); };
  if (!(value >= 0.0 && std::isfinite(value))) {
    look.report("the value of a projection must be a finite number, 0 or more",
                where() + ": the value is " + shown(value));
  }
  const auto off = [&](double mean) {
    return !(std::isfinite(mean) && mean >= family.lowest_mean() - look.slack(mean) &&
             mean <= family.highest_mean() + look.slack(mean));
  };
  if (std::any_of(closest.lambda().begin(), closest.lambda().end(), off)) {
    look.report("lambda must be means that the family can have",
                where() + ": lambda is " + shown(closest.lambda()));
  }
  const Vector g = look.gradient(closest, at.means);
  const auto no_divergence = [](double d) { return !(d >= 0.0 && std::isfinite(d)); };
  if (std::any_of(g.begin(), g.end(), no_divergence)) {
    look.report(
        "every divergence d(m, lambda) must be finite, also where the weight is 0",
        where() + ": lambda is " + shown(closest.lambda()) + ", the divergences are " + shown(g));
  }
  const double sum = dot(at.weights, g);
  if (!(std::abs(sum - value) <= look.slack(value))) {
    look.report("the value of a projection must be the sum of w d(m, lambda)",
                where() + ": the value is " + shown(value) + ", but lambda " +
                    shown(closest.lambda()) + " costs " + shown(sum));
  }
}

}  // namespace detail

template <Problem P>
void value_is_weights_times_gradient(ProblemLook<P>& look) {
  look.for_points(
      [&](auto& closest, Point at, Random&) { detail::expect_sound(look, closest, at); });
}

/// A log can be replayed only if the same point always has the same projection.
template <Problem P>
void projection_is_a_function_of_the_point(ProblemLook<P>& look) {
  look.for_points([&](auto& closest, Point at, Random&) {
    Alternative<P> again(look.problem());
    again.find(at);
    const bool same =
        again.answer() == closest.answer() && again.value() == closest.value() &&
        std::equal(again.lambda().begin(), again.lambda().end(), closest.lambda().begin());
    if (same) return;
    look.report("asking twice at the same point must give the same",
                shown(at) + ": first " + shown_answer(closest.answer()) + " and value " +
                    shown(closest.value()) + " at lambda " + shown(closest.lambda()) + ", then " +
                    shown_answer(again.answer()) + " and " + shown(again.value()) + " at " +
                    shown(again.lambda()));
  });
}

template <Problem P>
void concave_against_a_fixed_candidate(ProblemLook<P>& look) {
  look.for_points([&](auto& closest, Point at, Random& random) {
    const auto candidate = closest.answer();
    const double at_w = closest.value();
    const Vector v = random_weights(random, at.weights.size());
    const double at_v = look.value_against(closest, candidate, look.at(v, at.means));
    const Vector middle = combine(0.5, at.weights, 0.5, v);
    const double between = look.value_against(closest, candidate, look.at(middle, at.means));
    if (between >= 0.5 * (at_w + at_v) - look.slack(between)) return;
    look.report("F must be concave in the weights",
                shown(at, candidate) + " F is " + shown(at_w) + ", at weights " + shown(v) +
                    " it is " + shown(at_v) + ", and halfway between them " + shown(between) +
                    ", less than their average");
  });
}

template <Problem P>
void homogeneous_against_a_fixed_candidate(ProblemLook<P>& look) {
  look.for_points([&](auto& closest, Point at, Random&) {
    const auto candidate = closest.answer();
    const double expected = 37.0 * closest.value();
    const Vector scaled = combine(37.0, at.weights, 0.0, at.weights);
    const double found = look.value_against(closest, candidate, look.at(scaled, at.means));
    if (std::abs(found - expected) <= look.slack(found)) return;
    look.report("F must grow in proportion to the weights",
                shown(at, candidate) + ": with 37 times the weights F is " + shown(found) +
                    ", not " + shown(expected));
  });
}

/// The gradient d(m, λ) is a cut: F(v) <= Σ v d(m, λ) at all other weights v, because λ is an
/// alternative at that cost.
template <Problem P>
void gradient_is_a_global_cut(ProblemLook<P>& look) {
  look.for_points([&](auto& closest, Point at, Random& random) {
    const auto candidate = closest.answer();
    const Vector lambda(closest.lambda().begin(), closest.lambda().end());
    const Vector g = look.gradient(closest, at.means);
    for (int trial = 0; trial < 10; ++trial) {
      Vector v = random_weights(random, at.weights.size());
      if (trial % 2 == 1) v[random() % v.size()] = 0.0;
      const double value = look.value_against(closest, candidate, look.at(v, at.means));
      if (value <= dot(g, v) + look.slack(value)) continue;
      look.report("the lambda of some weights must not beat the projection at other weights",
                  shown(look.at(v, at.means), candidate) + " F is " + shown(value) +
                      ", but lambda " + shown(lambda) + ", found at weights " + shown(at.weights) +
                      ", costs " + shown(dot(g, v)) + " only");
    }
  });
}

/// Counts may be 0 for an arm, and the evidence must not jump with its first pull.
template <Problem P>
void zero_weights_are_the_limit_of_small_ones(ProblemLook<P>& look) {
  look.for_points([&](auto& closest, Point at, Random& random) {
    Vector some(at.weights.begin(), at.weights.end());
    const Arm gone = random() % some.size();
    some[gone] = 0.0;
    closest.find(look.at(some, at.means));
    detail::expect_sound(look, closest, look.at(some, at.means));
    const auto candidate = closest.answer();
    const double value = closest.value();
    some[gone] = 1e-16;
    const double small = look.value_against(closest, candidate, look.at(some, at.means));
    if (!(std::abs(small - value) <= std::max(1e-4, look.slack(value)))) {
      look.report("a weight of 0 must be the limit of small weights",
                  shown(look.at(some, at.means), candidate) + " F is " + shown(small) +
                      ", with 0 in place of the smallest " + shown(value));
    }
    const Vector none(some.size(), 0.0);
    closest.find(look.at(none, at.means));
    detail::expect_sound(look, closest, look.at(none, at.means));
    if (closest.value() == 0.0) return;
    look.report("F must be 0 where all weights are 0",
                shown(look.at(none, at.means)) + ": F is " + shown(closest.value()));
  });
}

}  // namespace mirador::contract
