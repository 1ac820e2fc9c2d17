#include <gtest/gtest.h>

#include <optional>
#include <vector>

#include "mirador/mirador.hpp"
#include "points.hpp"

/// Verdicts with a margin: which arm is chosen, which share its place, which are ruled out.
namespace mirador::testing_support {
namespace {

using Roles = std::vector<Role>;
constexpr Role chosen = Role::chosen, shares = Role::shares, out = Role::ruled_out;

/// Data with exactly these means, with this many measurements of every arm.
template <Problem P>
Standing<P> standing_at(const P& problem, const Vector& means, int pulls) {
  Standing standing(problem);
  for (Arm a = 0; a < means.size(); ++a) {
    for (int i = 0; i < pulls; ++i) standing.add(a, means[a] + (i % 2 == 0 ? 0.5 : -0.5));
  }
  return standing;
}

/// The roles if the rule stops there at risk 5 %.
template <Problem P, class Rule>
std::optional<Roles> verdict(const Rule& rule, const P& problem, const Vector& means, int pulls) {
  const auto standing = standing_at(problem, means, pulls);
  Sentry sentry(problem.arms());
  if (!rule.met(standing, 0.05, sentry)) return std::nullopt;
  Roles roles(problem.arms(), shares);
  rule.assign_roles(standing, 0.05, sentry, roles);
  return roles;
}

template <class Rule>
class Margin : public testing::Test {};
using Rules =
    testing::Types<MixtureStopping, HeuristicStopping, KaufmannKoolenStopping, MenardStopping>;
TYPED_TEST_SUITE(Margin, Rules);

TYPED_TEST(Margin, BestArm) {
  const TypeParam rule;
  const BestArm problem(Gaussian(1.0), 3, {Direction::highest, 0.5});
  EXPECT_EQ(verdict(rule, problem, {1.0, 0.9, 0.0}, 2), std::nullopt);
  EXPECT_EQ(verdict(rule, problem, {1.0, 0.98, 0.0}, 4000), (Roles{chosen, shares, out}));
  EXPECT_EQ(verdict(rule, problem, {1.0, 1.0, 1.0}, 4000), (Roles{chosen, shares, shares}));
  EXPECT_EQ(verdict(rule, problem, {0.0, 3.0, 1.0}, 4000), (Roles{out, chosen, out}));
  // A difference below the margin that is proved nevertheless.
  EXPECT_EQ(verdict(rule, problem, {1.0, 0.7, 0.0}, 40000), (Roles{chosen, out, out}));
}

TYPED_TEST(Margin, LowestBestArm) {
  const TypeParam rule;
  const BestArm problem(Gaussian(1.0), 3, {Direction::lowest, 0.5});
  EXPECT_EQ(verdict(rule, problem, {0.98, 2.0, 1.0}, 4000), (Roles{chosen, out, shares}));
  EXPECT_EQ(verdict(rule, problem, {3.0, 2.0, 1.0}, 4000), (Roles{out, out, chosen}));
}

TYPED_TEST(Margin, TopM) {
  const TypeParam rule;
  const TopM<Gaussian> problem(Gaussian(1.0), {4, 2, {Direction::highest, 0.5}});
  EXPECT_EQ(verdict(rule, problem, {2.0, 1.0, 1.0, 0.0}, 4000),
            (Roles{chosen, shares, shares, out}));
  EXPECT_EQ(verdict(rule, problem, {2.0, 1.9, 0.1, 0.0}, 4000), (Roles{chosen, chosen, out, out}));
  const TopM<Gaussian> lowest(Gaussian(1.0), {4, 2, {Direction::lowest, 0.5}});
  EXPECT_EQ(verdict(rule, lowest, {2.0, 1.0, 1.0, 0.0}, 4000),
            (Roles{out, shares, shares, chosen}));
}

TYPED_TEST(Margin, Thresholding) {
  const TypeParam rule;
  const Thresholding<Gaussian> problem(Gaussian(1.0), {3, 0.0, 0.5});
  EXPECT_EQ(verdict(rule, problem, {1.0, 0.01, -1.0}, 4000), (Roles{chosen, shares, out}));
  EXPECT_EQ(verdict(rule, problem, {0.0, 0.0, 0.0}, 4000), (Roles{shares, shares, shares}));
}

TYPED_TEST(Margin, ATieWithoutAMarginIsNeverSettled) {
  const TypeParam rule;
  EXPECT_EQ(verdict(rule, BestArm(Gaussian(1.0), 2), {1.0, 1.0}, 40000), std::nullopt);
  EXPECT_EQ(verdict(rule, TopM<Gaussian>(Gaussian(1.0), {3, 2}), {1.0, 0.0, 0.0}, 40000),
            std::nullopt);
  EXPECT_EQ(verdict(rule, Thresholding<Gaussian>(Gaussian(1.0), {2, 0.0}), {0.0, 1.0}, 40000),
            std::nullopt);
}

TYPED_TEST(Margin, SaysNothingOfRolesWithoutOne) {
  const TypeParam rule;
  // The caller's previous values are unchanged.
  EXPECT_EQ(verdict(rule, BestArm(Gaussian(1.0), 2), {3.0, 0.0}, 4000), (Roles{shares, shares}));
}

TEST(MarginOfOtherFamilies, TiesFinish) {
  const MixtureStopping rule;
  const BestArm normal(Normal(), 3, {Direction::highest, 0.5});
  EXPECT_EQ(verdict(rule, normal, {1.0, 1.0, 0.0}, 2000), (Roles{chosen, shares, out}));
  const BestArm bounded(Bounded(0.0, 2.0), 3, {Direction::highest, 0.4});
  EXPECT_EQ(verdict(rule, bounded, {1.5, 1.5, 0.5}, 1000), (Roles{chosen, shares, out}));
}

TEST(ClaimsHold, BestArm) {
  const BestArm problem(Gaussian(1.0), 3, {Direction::highest, 0.5});
  const Roles roles = {chosen, shares, out};
  const auto holds = [&](const Vector& means) { return problem.claims_hold(0, roles, means); };
  EXPECT_TRUE(holds({1.0, 0.75, 0.0}));
  EXPECT_TRUE(holds({1.0, 1.5, 0.0}));   // within the margin, above or below
  EXPECT_TRUE(holds({1.0, 0.5, 1.0}));   // "no better" includes "as good"
  EXPECT_FALSE(holds({1.0, 0.4, 0.0}));  // not within the margin
  EXPECT_FALSE(holds({1.0, 1.6, 0.0}));
  EXPECT_FALSE(holds({1.0, 0.75, 1.1}));
  const BestArm lowest(Gaussian(1.0), 3, {Direction::lowest, 0.5});
  EXPECT_TRUE(lowest.claims_hold(0, roles, Vector{1.0, 0.75, 2.0}));
  EXPECT_FALSE(lowest.claims_hold(0, roles, Vector{1.0, 0.75, 0.5}));
}

TEST(ClaimsHold, TopM) {
  const TopM<Gaussian> problem(Gaussian(1.0), {4, 2, {Direction::highest, 0.5}});
  ArmSet answer(4);
  answer.insert(0);
  answer.insert(1);
  const Roles roles = {chosen, shares, shares, out};
  const auto holds = [&](const Vector& means) { return problem.claims_hold(answer, roles, means); };
  EXPECT_TRUE(holds({2.0, 1.0, 1.5, 0.0}));
  EXPECT_FALSE(holds({2.0, 1.0, 1.75, 0.0}));  // too far apart to be exchanged
  EXPECT_FALSE(holds({2.0, 1.0, 0.75, 1.1}));  // the last one is not out
  EXPECT_FALSE(holds({1.2, 1.0, 1.3, 0.0}));   // the first is not in
}

TEST(ClaimsHold, Thresholding) {
  const Thresholding<Gaussian> problem(Gaussian(1.0), {3, 0.0, 0.5});
  const Roles roles = {chosen, shares, out};
  const auto holds = [&](const Vector& means) { return problem.claims_hold({}, roles, means); };
  EXPECT_TRUE(holds({1.0, -0.5, -1.0}));
  EXPECT_TRUE(holds({0.0, 0.5, 0.0}));
  EXPECT_FALSE(holds({-0.1, 0.0, -1.0}));
  EXPECT_FALSE(holds({1.0, 0.6, -1.0}));
  EXPECT_FALSE(holds({1.0, 0.0, 0.1}));
}

TEST(ClaimsHold, WithoutAMarginTheMeansMustLieInTheSet) {
  const BestArm problem(Gaussian(1.0), 2);
  const Roles roles = {chosen, out};
  EXPECT_TRUE(verdict_holds(problem, Arm{0}, roles, Vector{1.0, 0.9}));
  EXPECT_FALSE(verdict_holds(problem, Arm{0}, roles, Vector{1.0, 1.0}));
  const BestArm tolerant(Gaussian(1.0), 2, {Direction::highest, 0.2});
  EXPECT_TRUE(verdict_holds(tolerant, Arm{0}, roles, Vector{1.0, 1.0}));
  EXPECT_FALSE(verdict_holds(tolerant, Arm{0}, roles, Vector{1.0, 1.1}));
}

}  // namespace
}  // namespace mirador::testing_support
