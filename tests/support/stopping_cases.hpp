#pragma once

#include <concepts>
#include <cstdint>
#include <vector>

#include "hyperbola.hpp"
#include "mirador/family/bernoulli.hpp"
#include "mirador/family/bounded.hpp"
#include "mirador/family/exponential.hpp"
#include "mirador/family/normal.hpp"
#include "mirador/family/poisson.hpp"
#include "mirador/problem/best_arm.hpp"
#include "mirador/problem/closest.hpp"
#include "mirador/problem/polyhedral.hpp"
#include "mirador/problem/signed.hpp"
#include "mirador/problem/thresholding.hpp"
#include "mirador/problem/top_m.hpp"
#include "mirador/random/reward_stream.hpp"

/// The problems on which the stopping contract runs. A case has
///   - Type, make(): the problem
///   - easy(): a world that is decided early at every risk, for steps_if_easy
///   - worlds(): others, for `steps`: small gaps, ties, arms whose order changes
///   - runs: trajectories of every world
namespace mirador::testing_support {

/// Evaluating a mixture of these families is slow, so their trajectories are short.
struct SlowCase {
  static constexpr std::uint64_t steps_if_easy = 250, steps = 150;
  static constexpr std::uint64_t runs = 3;
};
struct QuickCase {
  static constexpr std::uint64_t steps_if_easy = 1500, steps = 700;
  static constexpr std::uint64_t runs = 10;
};

struct GaussianBest : QuickCase {
  using Type = BestArm<Gaussian>;
  static Type make() { return {Gaussian(1.0), 3}; }
  static World easy() { return {{1.5, 0.0, -0.5}}; }
  static std::vector<World> worlds() {
    return {{{5.0, 0.0, -1.0}}, {{0.3, 0.2, 0.0}}, {{0.5, 0.5, 0.5}}};
  }
};
struct GaussianBestWithMargin : QuickCase {
  using Type = BestArm<Gaussian>;
  static Type make() { return {Gaussian(1.0), 3, {Direction::highest, 0.7}}; }
  static World easy() { return {{2.0, 1.8, 0.0}}; }
  static std::vector<World> worlds() {
    return {{{5.0, 0.0, -1.0}}, {{0.0, 0.0, 0.0}}, {{0.7, 0.0, 0.1}}};
  }
};
/// Enough arms that the average is first evaluated with one arm only.
struct ManyArms : QuickCase {
  using Type = BestArm<Gaussian>;
  static constexpr std::uint64_t runs = 3;
  static Type make() { return {Gaussian(1.0), 12, Direction::lowest}; }
  static World easy() { return {{-2.0, 0.0, 0.2, 0.3, 0.5, 1.0, 0.1, 0.4, 2.0, 0.7, 0.3, 0.2}}; }
  static std::vector<World> worlds() { return {{std::vector<double>(12, 0.0)}}; }
};
struct BernoulliBest : SlowCase {
  using Type = BestArm<Bernoulli>;
  static Type make() { return {Bernoulli(), 3}; }
  static World easy() { return {{0.97, 0.2, 0.1}}; }
  static std::vector<World> worlds() { return {{{1.0, 0.0, 0.5}}, {{0.6, 0.5, 0.5}}}; }
};
struct BoundedBestWithMargin : SlowCase {
  using Type = BestArm<Bounded>;
  static constexpr std::uint64_t runs = 2;
  static Type make() { return {Bounded(-1.0, 2.0), 2, {Direction::highest, 1.2}}; }
  static World easy() { return {{1.9, -0.9}}; }
  static std::vector<World> worlds() { return {{{0.4, 0.4}}}; }
};
struct NormalBest : QuickCase {
  using Type = BestArm<Normal>;
  static constexpr std::uint64_t steps = 300;
  static constexpr std::uint64_t runs = 5;
  static Type make() { return {Normal(), 3}; }
  static World easy() { return {{1.5, 0.0, -0.5}, {0.5, 1.0, 0.3}}; }
  static std::vector<World> worlds() {
    return {{{50.0, 0.0, -10.0}, {1.0, 2.0, 10.0}},
            {{0.6, 0.0, -0.2}, {1.0, 0.5, 1.0}},
            {{0.0, 0.0, 0.0}, {1.0, 1.0, 3.0}}};
  }
};
struct NormalBestWithMargin : QuickCase {
  using Type = BestArm<Normal>;
  static constexpr std::uint64_t steps = 300;
  static constexpr std::uint64_t runs = 3;
  static Type make() { return {Normal(), 3, {Direction::highest, 0.7}}; }
  static World easy() { return {{2.0, 1.8, 0.0}, {0.5, 0.6, 0.3}}; }
  static std::vector<World> worlds() { return {{{0.0, 0.0, 0.7}, {1.0, 0.4, 0.4}}}; }
};
struct PoissonTopM : SlowCase {
  using Type = TopM<Poisson>;
  static Type make() { return {Poisson(), {3, 2}}; }
  static World easy() { return {{9.0, 8.0, 0.3}}; }
  static std::vector<World> worlds() { return {{{3.0, 2.0, 1.5}}, {{0.0, 1.0, 1.0}}}; }
};
struct GaussianTopMWithMargin : QuickCase {
  using Type = TopM<Gaussian>;
  static constexpr std::uint64_t runs = 4;
  static Type make() { return {Gaussian(1.0), {4, 2, {Direction::lowest, 0.8}}}; }
  static World easy() { return {{-2.0, 0.0, 0.2, 2.0}}; }
  static std::vector<World> worlds() { return {{{0.0, 0.1, 0.9, 0.8}}, {{-4.0, 4.0, 4.0, 0.0}}}; }
};
struct ExponentialThresholding : SlowCase {
  using Type = Thresholding<Exponential>;
  static constexpr std::uint64_t runs = 10;
  static Type make() { return {Exponential(), {3, 1.0}}; }
  static World easy() { return {{8.0, 0.1, 6.0}}; }
  static std::vector<World> worlds() { return {{{3.0, 0.3, 2.0}}, {{1.0, 0.9, 1.2}}}; }
};
struct GaussianThresholdingWithMargin : QuickCase {
  using Type = Thresholding<Gaussian>;
  static Type make() { return {Gaussian(1.0), {3, 0.5, 0.6}}; }
  static World easy() { return {{3.0, 0.6, -1.0}}; }
  static std::vector<World> worlds() { return {{{0.5, 0.5, 0.5}}, {{1.1, 0.0, 0.4}}}; }
};
struct GaussianSigned : QuickCase {
  using Type = Signed<Gaussian>;
  static Type make() { return {Gaussian(1.0), {3, 0.0}}; }
  static World easy() { return {{1.0, 0.7, 0.5}}; }
  static std::vector<World> worlds() { return {{{0.1, 0.0, 0.0}}, {{3.0, -3.0, 0.1}}}; }
};
struct NormalSigned : QuickCase {
  using Type = Signed<Normal>;
  static Type make() { return {Normal(), {3, 0.0}}; }
  static World easy() { return {{1.0, 0.7, 0.5}, {0.6, 1.0, 0.4}}; }
  static std::vector<World> worlds() { return {{{0.1, 0.0, 0.0}, {1.0, 1.0, 0.1}}}; }
};
struct GaussianClosest : QuickCase {
  using Type = Closest<Gaussian>;
  static Type make() { return {Gaussian(1.0), {4, 0.5}}; }
  static World easy() { return {{-2.5, 0.4, 3.0, 5.0}}; }
  static std::vector<World> worlds() { return {{{0.0, 0.3, 0.7, 1.0}}, {{-9.0, 0.4, 9.0, 9.5}}}; }
};
struct BernoulliClosest3 : SlowCase {
  using Type = Closest<Bernoulli>;
  static constexpr std::uint64_t runs = 2, steps_if_easy = 400;
  static Type make() { return {Bernoulli(), {3, 0.5}}; }
  static World easy() { return {{0.03, 0.5, 0.97}}; }
  static std::vector<World> worlds() { return {{{0.3, 0.4, 0.6}}}; }
};
/// The average above 1; below ½ with the first arm above the second; or the reverse.
struct GaussianPolyhedral {
  using Type = Polyhedral;
  static constexpr std::uint64_t steps_if_easy = 400, steps = 150;
  static constexpr std::uint64_t runs = 3;
  static Type make() {
    return {Gaussian(1.0),
            2,
            {{"high", {0.5, 0.5}, {1.0}},
             {"low, first over second", {-0.5, -0.5, 1.0, -1.0}, {-0.5, 0.0}},
             {"low, second over first", {-0.5, -0.5, -1.0, 1.0}, {-0.5, 0.0}}}};
  }
  static World easy() { return {{2.5, 1.5}}; }
  static std::vector<World> worlds() { return {{{0.5, -0.5}}, {{0.7, 0.8}}}; }
};
struct GaussianHyperbola : GaussianPolyhedral {
  using Type = Hyperbola;
  static Type make() { return Hyperbola(); }
  static World easy() { return {{0.0, 0.0}}; }
  static std::vector<World> worlds() { return {{{1.5, 1.0}}, {{0.25, 0.3}}}; }
};

}  // namespace mirador::testing_support
