#pragma once

#include <span>
#include <vector>

#include "mirador/problem/problem.hpp"

namespace mirador {

/// The closest alternative at a point, with reusable memory:
///   value F(w,m), its minimiser λ, and the sub-gradient g_a = d(m_a, λ_a) (envelope theorem).
/// F is concave and 1-homogeneous in w, F = Σ w_a g_a, and F(w') <= Σ w'_a g_a for every w'.
template <Problem P>
class Alternative {
 public:
  using Answer = typename P::Answer;

  /// The problem must outlive this.
  explicit Alternative(const P&& problem) = delete;
  explicit Alternative(const P& problem) : problem_(&problem), lambda_(problem.arms()) {}

  /// Finds the answer at the point and then the closest alternative to it.
  void find(Point at) {
    problem_->candidate(at, answer_, scratch_);
    find_against(answer_, at);
  }

  /// Finds the closest alternative to a given candidate, which stays `answer()`.
  void find_against(const Answer& candidate, Point at) {
    if (&candidate != &answer_) answer_ = candidate;
    projection_ = problem_->project(answer_, at, lambda_, scratch_);
  }

  const Answer& answer() const { return answer_; }
  double value() const { return projection_.value; }
  std::size_t rival() const { return projection_.rival; }
  std::span<const double> lambda() const { return lambda_; }

  /// g_a, given the point at which the alternative was found.
  double gradient(Arm a, Point at) const {
    if constexpr (requires { problem_->pair_gradient(answer_, rival(), a, at); }) {
      if (problem_->margin() == 0.0 && !at.weights.empty()) {
        return problem_->pair_gradient(answer_, rival(), a, at);
      }
    }
    return problem_->family().divergence(datum_of<typename P::FamilyType>(at, a), lambda_[a]);
  }
  void gradient(Point at, std::span<double> out) const {
    for (Arm a = 0; a < out.size(); ++a) out[a] = gradient(a, at);
  }

 private:
  const P* problem_;
  Answer answer_{};
  Projection projection_;
  std::vector<double> lambda_;
  typename P::Scratch scratch_;
};

/// The correct answer for these means, if there is one.
template <Problem P>
bool find_answer(const P& problem, std::span<const double> means, typename P::Answer& answer) {
  typename P::Scratch scratch;
  const std::vector<double> ones(problem.arms(), 1.0);
  problem.candidate({ones, means, ones}, answer, scratch);
  return problem.contains(answer, means);
}

}  // namespace mirador
