#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "hyperbola.hpp"
#include "mirador/family/bernoulli.hpp"
#include "mirador/family/bounded.hpp"
#include "mirador/family/exponential.hpp"
#include "mirador/family/poisson.hpp"
#include "mirador/problem/best_arm.hpp"
#include "mirador/problem/closest.hpp"
#include "mirador/problem/polyhedral.hpp"
#include "mirador/problem/signed.hpp"
#include "mirador/problem/thresholding.hpp"
#include "mirador/problem/top_m.hpp"
#include "points.hpp"

/// The problems on which the contract suites run. A case has
///   - Type, make(K): the problem
///   - inside(random, K): means inside an answer's set
///   - anywhere(random, K): possible means, in a set or in none
///   - spread: the approximate distance between such means
///   - tied(K): means at distance 0 of several sets; empty if there are none
///   - sizes, large: numbers of arms to try (large = 0: the problem has a fixed size)
///   - symmetric: are the arms interchangeable?
namespace mirador::testing_support {

inline constexpr double case_sigma = 0.7;
inline constexpr double case_level = 0.3;

struct AnySize {
  static constexpr std::array<std::size_t, 4> sizes = {2, 3, 5, 8};
  static constexpr std::size_t large = 1000;
};

/// A family, means of its arms, and a level between them.
struct GaussianArms {
  using Family = Gaussian;
  static constexpr double level = case_level, spread = 1.0;
  static Family family() { return Gaussian(case_sigma); }
  static Vector means(Random& random, std::size_t arms) { return normal_vector(random, arms); }
  static Vector anywhere(Random& random, std::size_t arms) {
    return normal_vector(random, arms, 0.8);
  }
};

/// Means between two numbers, in hundredths.
template <class F, int low, int high>
struct UniformArms {
  using Family = F;
  static constexpr double level = 0.0065 * low + 0.0035 * high, spread = 0.003 * (high - low);
  static Family family() { return Family(); }
  static Vector means(Random& random, std::size_t arms) {
    return uniform_vector(random, arms, 0.01 * low, 0.01 * high);
  }
  static Vector anywhere(Random& random, std::size_t arms) { return means(random, arms); }
};

using BernoulliArms = UniformArms<Bernoulli, 2, 97>;
using PoissonArms = UniformArms<Poisson, 10, 600>;
using ExponentialArms = UniformArms<Exponential, 20, 400>;
struct BoundedArms : UniformArms<Bounded, -90, 190> {
  static Bounded family() { return Bounded(-1.0, 2.0); }
};

template <class Arms>
struct RankingCase : AnySize {
  static constexpr bool symmetric = true;
  static constexpr double spread = Arms::spread;
  static Vector inside(Random& random, std::size_t arms) { return Arms::means(random, arms); }
  static Vector anywhere(Random& random, std::size_t arms) { return Arms::anywhere(random, arms); }
  static Vector tied(std::size_t arms) { return Vector(arms, 0.25); }
};

template <class Arms, Direction direction>
struct BestArmCase : RankingCase<Arms> {
  using Type = BestArm<typename Arms::Family>;
  static Type make(std::size_t arms) { return {Arms::family(), arms, direction}; }
};

template <class Arms, Direction direction>
struct TopMCase : RankingCase<Arms> {
  using Type = TopM<typename Arms::Family>;
  static Type make(std::size_t arms) {
    return {Arms::family(), {arms, std::clamp<std::size_t>(arms / 2, 1, 5), direction}};
  }
};

template <class Arms>
struct LevelCase : RankingCase<Arms> {
  static Vector tied(std::size_t arms) { return Vector(arms, Arms::level); }
};

template <class Arms>
struct ThresholdingOf : LevelCase<Arms> {
  using Type = Thresholding<typename Arms::Family>;
  static Type make(std::size_t arms) { return {Arms::family(), {arms, Arms::level}}; }
};

template <class Arms>
struct SignedOf : LevelCase<Arms> {
  using Type = Signed<typename Arms::Family>;
  static Type make(std::size_t arms) { return {Arms::family(), {arms, Arms::level}}; }
  /// The means on the other side are moved to this one, close to the level.
  static Vector inside(Random& random, std::size_t arms) {
    const double sign = random() % 2 == 0 ? 1.0 : -1.0;
    Vector means = Arms::means(random, arms);
    for (double& mean : means) {
      const double height = sign * (mean - Arms::level);
      mean = Arms::level + sign * (height > 0.0 ? height : 0.01 * Arms::spread - 0.1 * height);
    }
    return means;
  }
};

template <class Arms>
struct ClosestOf : LevelCase<Arms> {
  using Type = Closest<typename Arms::Family>;
  static constexpr bool symmetric = false;
  static Type make(std::size_t arms) { return {Arms::family(), {arms, Arms::level}}; }
  static Vector inside(Random& random, std::size_t arms) {
    Vector means = Arms::means(random, arms);
    std::sort(means.begin(), means.end());
    return means;
  }
};

/// The average above 1; or below ½ with the first arm above the second; or the reverse.
struct PolyhedralCase : RankingCase<GaussianArms> {
  using Type = Polyhedral;
  static constexpr bool symmetric = false;
  static Type make(std::size_t arms) {
    const double share = 1.0 / static_cast<double>(arms);
    Vector low(2 * arms, 0.0), swapped;
    std::fill_n(low.begin(), arms, -share);
    low[arms] = 1.0;
    low[arms + 1] = -1.0;
    swapped = low;
    std::swap(swapped[arms], swapped[arms + 1]);
    return {Gaussian(case_sigma),
            arms,
            {{"high", Vector(arms, share), {1.0}},
             {"low, first over second", low, {-0.5, 0.0}},
             {"low, second over first", swapped, {-0.5, 0.0}}}};
  }
  static Vector inside(Random& random, std::size_t arms) {
    Vector means = normal_vector(random, arms);
    double average = 0.0;
    for (const double mean : means) average += mean / static_cast<double>(arms);
    const double shift = average > 0.5 ? 0.6 : 0.0;
    for (double& mean : means) mean += shift;
    return means;
  }
  static Vector tied(std::size_t arms) { return Vector(arms, 0.0); }
};

/// "Which arm is best?" as polyhedra: K cones of K-1 rows, all of whose borders meet.
struct ConesCase : RankingCase<GaussianArms> {
  using Type = Polyhedral;
  static constexpr std::size_t large = 60;  // 60 programs of 59 rows per call
  static Type make(std::size_t arms) {
    std::vector<Polyhedron> sets(arms);
    for (std::size_t i = 0; i < arms; ++i) {
      sets[i].name = std::to_string(i + 1);
      for (std::size_t a = 0; a < arms; ++a) {
        if (a == i) continue;
        Vector row(arms, 0.0);
        row[i] = 1.0;
        row[a] = -1.0;
        sets[i].rows.insert(sets[i].rows.end(), row.begin(), row.end());
        sets[i].bounds.push_back(0.0);
      }
    }
    return {Gaussian(case_sigma), arms, std::move(sets)};
  }
};

struct HyperbolaCase {
  using Type = Hyperbola;
  static constexpr std::array<std::size_t, 1> sizes = {2};
  static constexpr std::size_t large = 0;
  static constexpr bool symmetric = false;
  static Type make(std::size_t) { return Hyperbola(Gaussian(case_sigma)); }
  static Vector inside(Random& random, std::size_t) {
    const Vector z = normal_vector(random, 2);
    if (random() % 2 == 0) return {0.25 * std::tanh(z[0]), 0.25 * std::tanh(z[1])};
    const double x = std::exp(0.5 * z[0]);
    return {x, 1.0 / x + std::exp(z[1])};
  }
  static constexpr double spread = 1.0;
  static Vector anywhere(Random& random, std::size_t arms) {
    return GaussianArms::anywhere(random, arms);
  }
  static Vector tied(std::size_t) { return {}; }
};

using HighestBestArm = BestArmCase<GaussianArms, Direction::highest>;
using LowestBestArm = BestArmCase<GaussianArms, Direction::lowest>;
using HighestTopM = TopMCase<GaussianArms, Direction::highest>;
using LowestTopM = TopMCase<GaussianArms, Direction::lowest>;
using ThresholdingCase = ThresholdingOf<GaussianArms>;
using SignedCase = SignedOf<GaussianArms>;
using ClosestCase = ClosestOf<GaussianArms>;

using BernoulliBestArm = BestArmCase<BernoulliArms, Direction::highest>;
using BoundedBestArm = BestArmCase<BoundedArms, Direction::lowest>;
using PoissonBestArm = BestArmCase<PoissonArms, Direction::highest>;
using ExponentialBestArm = BestArmCase<ExponentialArms, Direction::lowest>;
using BernoulliTopM = TopMCase<BernoulliArms, Direction::highest>;
using PoissonThresholding = ThresholdingOf<PoissonArms>;
using ExponentialSigned = SignedOf<ExponentialArms>;
using BernoulliClosest = ClosestOf<BernoulliArms>;
using PoissonClosest = ClosestOf<PoissonArms>;

}  // namespace mirador::testing_support
