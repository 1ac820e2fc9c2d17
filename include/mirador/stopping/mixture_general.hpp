#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "mirador/family/gaussian.hpp"
#include "mirador/family/mixture_scales.hpp"
#include "mirador/problem/standing.hpp"
#include "mirador/stopping/proofs.hpp"

namespace mirador {

/// A problem that can compute the distance to each answer separately.
template <class P>
concept ListsAnswers = Problem<P> &&
    requires(const P problem, const typename P::Answer& answer, Point at, std::span<double> lambda,
             typename P::Scratch& scratch) {
  { problem.answers() } -> std::convertible_to<std::size_t>;
  { problem.distance(answer, at, lambda, scratch) } -> std::same_as<double>;
};

/// Mixture evidence for any problem with Gaussian arms: for every rival answer j
///   e_j = min over λ in S_j of Σ_a φ_a(N_a d(m_a, λ_a)),
///   φ_a(q) = log of the average over κ of √(κ/(κ+N_a)) exp(q N_a/(N_a+κ)),
/// the log of a product of two-sided mixtures, one martingale at the true means (no union bound).
/// φ is convex, so for any point q°, with slopes s_a = φ'_a(q°_a),
///   e_j >= Σ_a (φ_a(q°_a) - s_a q°_a) + D_j(s N, m):
/// a projection at other weights gives a certified lower bound, and the projected point a better
/// A projection at other weights gives a certified lower bound, and the projected point a better
/// q°. The evidence is the best such bound, hence proved whether or not the iteration has
/// converged. Problems that do not list their answers use one q° for all rivals, which is slightly
/// weaker.
template <Problem P>
requires std::same_as<typename P::FamilyType, Gaussian>
class GeneralMixture {
 public:
  explicit GeneralMixture(const Standing<P>& standing)
      : standing_(standing),
        start_(standing.arms()),
        at_(standing.arms()),
        weights_(standing.arms()),
        lambda_(standing.arms()) {
    for (Arm a = 0; a < start_.size(); ++a) start_[a] = cost(a, standing_.closest().lambda());
  }

  /// The smallest over the rivals.
  double evidence() {
    if constexpr (ListsAnswers<P>) {
      double smallest = std::numeric_limits<double>::infinity();
      for (typename P::Answer j = 0; j < standing_.problem().answers(); ++j) {
        if (j != standing_.closest().answer()) smallest = std::min(smallest, against(j));
      }
      return smallest;
    } else {
      return against_all();
    }
  }

  /// Is every rival refuted at `need`, now or before? Listed rivals are tried in order up to the
  /// first that is not refuted; refuted ones are recorded.
  bool reaches(double need, Proofs& proofs) {
    if constexpr (ListsAnswers<P>) {
      for (typename P::Answer j = 0; j < standing_.problem().answers(); ++j) {
        if (j == standing_.closest().answer() || proofs.has(j, Proofs::refuted)) continue;
        if (!(against(j) >= need)) return false;
        proofs.add(j, Proofs::refuted);
      }
      return true;
    } else {
      return against_all() >= need;
    }
  }

 private:
  double against(const typename P::Answer& rival) {
    return climb(
        [&](Point at) { return standing_.problem().distance(rival, at, lambda_, scratch_); });
  }
  double against_all() {
    return climb([&](Point at) {
      return standing_.problem().project(standing_.closest().answer(), at, lambda_, scratch_).value;
    });
  }

  struct Phi {
    double value, slope;
  };

  static Phi phi(double pulls, double q) {
    double largest = 0.0, sum = 0.0, tilted = 0.0;
    // Exactly the products used below: for a large q other roundings would differ by more than exp
    // can take.
    for (const double scale : mixture_scales) {
      largest = std::max(largest, q * (pulls / (pulls + scale)));
    }
    for (const double scale : mixture_scales) {
      const double share = pulls / (pulls + scale);
      const double term = std::sqrt(scale / (pulls + scale)) * std::exp(q * share - largest);
      sum += term;
      tilted += share * term;
    }
    return {largest + std::log(sum / static_cast<double>(mixture_scales.size())), tilted / sum};
  }

  /// q_a = N_a d(m_a, λ_a).
  double cost(Arm a, std::span<const double> lambda) const {
    return standing_.counts()[a] *
           standing_.problem().family().divergence(standing_.means()[a], lambda[a]);
  }

  /// The best lower bound from up to 40 projections; `project` writes λ and returns the distance.
  template <class Project>
  double climb(Project&& project) {
    at_ = start_;
    double best = -std::numeric_limits<double>::infinity();
    for (int step = 0; step < 40; ++step) {
      double bound = 0.0;
      for (Arm a = 0; a < at_.size(); ++a) {
        const Phi here = phi(standing_.counts()[a], at_[a]);
        weights_[a] = here.slope * standing_.counts()[a];
        bound += here.value - here.slope * at_[a];
      }
      best = std::max(best, bound + project(standing_.at(weights_)));
      double above = 0.0;
      for (Arm a = 0; a < at_.size(); ++a) {
        const double q = cost(a, lambda_);
        above += phi(standing_.counts()[a], q).value;
        at_[a] = 0.5 * (at_[a] + q);
      }
      if (above - best <= 1e-7 * (1.0 + std::abs(best))) break;
    }
    return best;
  }

  const Standing<P>& standing_;
  std::vector<double> start_, at_, weights_, lambda_;
  typename P::Scratch scratch_;
};

}  // namespace mirador
