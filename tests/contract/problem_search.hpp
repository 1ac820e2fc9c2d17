#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "mirador/problem/alternative.hpp"
#include "points.hpp"

/// F compared with a search that uses only answer(λ): the cheapest λ whose answer differs.
namespace mirador::testing_support {

/// The cheapest λ found so far among those with one answer.
template <Problem P>
struct Found {
  typename P::Answer answer;
  Vector lambda;
  double cost;
};

template <Problem P>
class RandomSearch {
 public:
  RandomSearch(const P& problem, Point at, const typename P::Answer& candidate, Random& random)
      : problem_(problem), at_(at), candidate_(candidate), random_(random) {}

  /// A wide search, then searches around the best λ of every rival with decreasing step sizes.
  double cheapest(double spread) {
    const Vector centre(at_.means.begin(), at_.means.end());
    for (int i = 0; i < 20000; ++i) try_point(centre, 2.0 * spread);
    double best = std::numeric_limits<double>::infinity();
    for (std::size_t j = 0; j < found_.size(); ++j) {
      for (double radius = 0.5 * spread; radius > 1e-4 * spread; radius *= 0.8) {
        for (int i = 0; i < 150; ++i) try_point(found_[j].lambda, radius);
      }
    }
    for (const auto& found : found_) best = std::min(best, found.cost);
    return best;
  }

 private:
  void try_point(const Vector& centre, double radius) {
    Vector lambda = combine(1.0, centre, radius, normal_vector(random_, centre.size()));
    const auto possible = [&](double mean) { return problem_.family().possible_mean(mean); };
    if (!std::all_of(lambda.begin(), lambda.end(), possible)) return;
    typename P::Answer answer{};
    if (!find_answer(problem_, lambda, answer) || answer == candidate_) return;
    const double cost = transport_cost(problem_.family(), at_, lambda);
    const auto same = [&](const Found<P>& found) { return found.answer == answer; };
    const auto known = std::find_if(found_.begin(), found_.end(), same);
    if (known == found_.end()) {
      found_.push_back({answer, std::move(lambda), cost});
    } else if (cost < known->cost) {
      known->lambda = std::move(lambda);
      known->cost = cost;
    }
  }

  const P& problem_;
  Point at_;
  typename P::Answer candidate_;
  Random& random_;
  std::vector<Found<P>> found_;
};

template <class Case>
class ProblemSearch : public testing::Test {};
TYPED_TEST_SUITE_P(ProblemSearch);

TYPED_TEST_P(ProblemSearch, NeverBeatsTheProjectionAndComesClose) {
  Random random(25);
  for (const std::size_t arms : TypeParam::sizes) {
    if (arms > 3) continue;
    const auto problem = TypeParam::make(arms);
    Alternative<typename TypeParam::Type> closest(problem);
    for (int trial = 0; trial < 8; ++trial) {
      const Vector m =
          trial % 2 == 0 ? TypeParam::inside(random, arms) : TypeParam::anywhere(random, arms);
      const Vector w = combine(1.0, random_weights(random, arms), 0.2, Vector(arms, 1.0));
      closest.find({w, m});
      const double found =
          RandomSearch(problem, {w, m}, closest.answer(), random).cheapest(TypeParam::spread);
      EXPECT_GE(found, closest.value() * (1.0 - 1e-12));
      EXPECT_LE(found, closest.value() * 1.01 + 1e-3);
    }
  }
}

REGISTER_TYPED_TEST_SUITE_P(ProblemSearch, NeverBeatsTheProjectionAndComesClose);

}  // namespace mirador::testing_support
