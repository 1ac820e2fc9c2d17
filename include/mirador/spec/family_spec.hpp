#pragma once

#include <string_view>
#include <tuple>
#include <variant>
#include <vector>

#include "mirador/spec/field.hpp"

namespace mirador {

/// Families of measurements as pure data; field.hpp says how each describes itself.

struct GaussianSpec {
  double sigma = 1.0;

  static constexpr std::string_view name = "gaussian";
  static constexpr std::string_view help = "normal, with a known standard deviation";
  static constexpr auto fields() {
    return std::tuple(field(&GaussianSpec::sigma, "sigma", "S", "known standard deviation")
                          .within(Range::positive)
                          .required(Needed::live));
  }
};

struct BernoulliSpec {
  static constexpr std::string_view name = "bernoulli", help = "0 or 1";
  static constexpr auto fields() { return std::tuple(); }
};

struct PoissonSpec {
  static constexpr std::string_view name = "poisson", help = "counts";
  static constexpr auto fields() { return std::tuple(); }
};

struct ExponentialSpec {
  static constexpr std::string_view name = "exponential", help = "waiting times";
  static constexpr auto fields() { return std::tuple(); }
};

struct BoundedSpec {
  double lo = 0.0, hi = 1.0;

  static constexpr std::string_view name = "bounded";
  static constexpr std::string_view help = "any law on the values from lo to hi";
  static constexpr auto fields() {
    return std::tuple(field(&BoundedSpec::lo, "lo", "X", "smallest value"),
                      field(&BoundedSpec::hi, "hi", "X", "largest value"));
  }
};

struct NormalSpec {
  std::vector<double> sigmas = {1.0};

  static constexpr std::string_view name = "normal";
  static constexpr std::string_view help = "normal, with an unknown variance for each arm";
  static constexpr auto fields() {
    return std::tuple(field(&NormalSpec::sigmas, "sigma", "LIST",
                            "true standard deviation, unknown to the rules; one for all arms or "
                            "one for each")
                          .within(Range::positive)
                          .of_simulations());
  }
};

using FamilySpec = std::variant<GaussianSpec, BernoulliSpec, PoissonSpec, ExponentialSpec,
                                BoundedSpec, NormalSpec>;

}  // namespace mirador
