#pragma once

#include <algorithm>
#include <cmath>
#include <concepts>
#include <random>
#include <span>
#include <vector>

#include "mirador/contract/points.hpp"
#include "mirador/problem/alternative.hpp"

/// Points for a problem when only its family is known.
namespace mirador::contract {

/// A problem that tells the number of its answers, numbered from 0.
template <class P>
concept CountsAnswers = Problem<P> && std::integral<typename P::Answer> &&
    requires(const P problem) {
  { problem.answers() } -> std::convertible_to<std::size_t>;
};

/// A problem that also computes the distance to each answer.
template <class P>
concept MeasuresAnswers = CountsAnswers<P> &&
    requires(const P problem, typename P::Answer answer, std::span<double> lambda,
             typename P::Scratch& scratch) {
  { problem.distance(answer, Point{}, lambda, scratch) } -> std::same_as<double>;
};

namespace detail {

inline double uniform(Random& random, double low, double high) {
  return std::uniform_real_distribution<double>(low, high)(random);
}
inline double log_uniform(Random& random, double low, double high) {
  return std::exp(uniform(random, std::log(low), std::log(high)));
}

template <Family F>
bool all_possible(const F& family, std::span<const double> means) {
  return std::all_of(means.begin(), means.end(),
                     [&](double mean) { return family.possible_mean(mean); });
}

}  // namespace detail

/// Means around a common centre; centre and distances have several orders of magnitude, in units of
/// the standard deviation if the range of means is unbounded.
template <Family F>
Vector family_means(const F& family, Random& random, std::size_t arms) {
  const double low = family.lowest_mean(), high = family.highest_mean();
  const double share = detail::log_uniform(random, 0.01, 1.0);
  if (std::isfinite(low) && std::isfinite(high)) {
    const Vector centre(arms, detail::uniform(random, low, high));
    return combine(1.0 - share, centre, share, uniform_vector(random, arms, low, high));
  }
  if (std::isfinite(low)) {
    const double centre = detail::log_uniform(random, 0.05, 50.0);
    Vector means = normal_vector(random, arms, 2.0 * share);
    for (double& mean : means) mean = low + centre * std::exp(mean);
    return means;
  }
  double unit = 1.0;
  if constexpr (requires { family.variance(0.0); }) unit = std::sqrt(family.variance(0.0));
  const double scale = unit * detail::log_uniform(random, 0.1, 100.0);
  const Vector centre(arms, normal_vector(random, 1, scale)[0]);
  return combine(1.0, centre, share, normal_vector(random, arms, scale));
}

/// Means inside the sets, found with the problem's own functions: random means, steps through the
/// closest alternative and, since sets are convex, steps from averages of border points.
template <Problem P>
class FoundMeans {
 public:
  using Answer = typename P::Answer;

  explicit FoundMeans(const P& problem, std::uint64_t seed = 1)
      : family_(problem.family()), arms_(problem.arms()) {
    Random random(seed);
    step_through(problem, random);
    if constexpr (MeasuresAnswers<P>) step_from_averages(problem, random);
  }

  /// A point between two inside the same set; empty if no set was found.
  Vector inside(Random& random) const {
    if (groups_.empty()) return {};
    const auto& means = groups_[random() % groups_.size()].means;
    return between(means[random() % means.size()], means[random() % means.size()], random);
  }
  /// Any possible means, or means between two sets.
  Vector anywhere(Random& random) const {
    if (groups_.empty() || random() % 3 == 0) return family_means(family_, random, arms_);
    return between(inside(random), inside(random), random);
  }

 private:
  struct Group {
    Answer answer;
    std::vector<Vector> means;
    std::size_t seen = 0;
  };
  static constexpr std::size_t enough = 12;  // means of an answer

  static Vector between(const Vector& x, const Vector& y, Random& random) {
    const double share = detail::uniform(random, 0.0, 1.0);
    return combine(1.0 - share, x, share, y);
  }

  Group& group_of(const Answer& answer) {
    const auto same = [&](const Group& group) { return group.answer == answer; };
    const auto known = std::find_if(groups_.begin(), groups_.end(), same);
    return known != groups_.end() ? *known : groups_.emplace_back(Group{answer, {}});
  }

  void try_means(const P& problem, const Vector& means, Random& random) {
    Answer answer{};
    if (!detail::all_possible(family_, means) || !find_answer(problem, means, answer)) return;
    keep(answer, means, random);
  }

  /// Keeps an unbiased sample of the means found, near and far.
  void keep(const Answer& answer, const Vector& means, Random& random) {
    Group& group = group_of(answer);
    const std::size_t place = random() % ++group.seen;
    if (group.means.size() < enough) {
      group.means.push_back(means);
    } else if (place < enough) {
      group.means[place] = means;
    }
  }

  void step_through(const P& problem, Random& random) {
    Alternative<P> closest(problem);
    const Vector ones(arms_, 1.0);
    for (int trial = 0; trial < 200; ++trial) {
      const Vector means = family_means(family_, random, arms_);
      try_means(problem, means, random);
      closest.find({ones, means, ones});
      for (const double step : {1.001, 1.1, 2.0}) {
        try_means(problem, combine(1.0 - step, means, step, closest.lambda()), random);
      }
    }
  }

  /// From an average of border points, which may itself lie on the border, takes a random step that
  /// stays inside the set; tries the longest first.
  void step_from_averages(const P& problem, Random& random) {
    const auto answers = static_cast<Answer>(problem.answers());
    for (Answer answer = 0; answer < answers; ++answer) {
      for (std::size_t trial = 0; trial < enough; ++trial) {
        const Vector average = average_projection(problem, answer, random);
        double radius = 1e-300;
        for (const double mean : average) radius = std::max(radius, std::abs(mean));
        for (int halving = 0; halving < 30; ++halving, radius *= 0.5) {
          const Vector means = combine(1.0, average, radius, normal_vector(random, arms_));
          if (!detail::all_possible(family_, means) || !problem.contains(answer, means)) continue;
          keep(answer, means, random);
          break;
        }
      }
    }
  }

  Vector average_projection(const P& problem, Answer answer, Random& random) const {
    Vector average(arms_, 0.0), lambda(arms_);
    const Vector ones(arms_, 1.0);
    typename P::Scratch scratch;
    const std::size_t count = arms_ + 2;
    for (std::size_t i = 0; i < count; ++i) {
      const Vector means = family_means(family_, random, arms_);
      problem.distance(answer, {ones, means, ones}, lambda, scratch);
      average = combine(1.0, average, 1.0 / static_cast<double>(count), lambda);
    }
    return average;
  }

  typename P::FamilyType family_;
  std::size_t arms_;
  std::vector<Group> groups_;
};

/// Points for any problem; about 1000 projections, and a few more per counted answer.
template <Problem P>
Points points_for(const P& problem) {
  const FoundMeans<P> found(problem);
  return {.inside = [found](Random& random) { return found.inside(random); },
          .anywhere = [found](Random& random) { return found.anywhere(random); }};
}

}  // namespace mirador::contract
