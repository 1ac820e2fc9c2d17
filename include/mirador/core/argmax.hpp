#pragma once

#include <cstddef>

namespace mirador {

/// Index of the largest score, where a later one must lead by more than `tolerance(best so far)`.
/// For scores that differ only by rounding: ties then go to the lowest index on every machine.
/// Needs n >= 1.
template <class Score, class Tolerance>
std::size_t argmax_beyond(std::size_t n, Tolerance&& tolerance, Score&& score) {
  std::size_t best = 0;
  double best_score = score(std::size_t{0});
  for (std::size_t i = 1; i < n; ++i) {
    const double here = score(i);
    if (here > best_score + tolerance(best_score)) {
      best = i;
      best_score = here;
    }
  }
  return best;
}

/// Index of the largest score; ties go to the lowest index. Scores are given by index so that a
/// difference of two arrays needs no third one. Needs n >= 1.
template <class Score>
std::size_t argmax(std::size_t n, Score&& score) {
  std::size_t best = 0;
  double best_score = score(std::size_t{0});
  for (std::size_t i = 1; i < n; ++i) {
    const double s = score(i);
    best = s > best_score ? i : best;
    best_score = s > best_score ? s : best_score;
  }
  return best;
}

}  // namespace mirador
