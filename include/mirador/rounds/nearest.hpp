#pragma once

#include <cmath>

namespace mirador {

/// A search for the point from which on a statement holds.
struct Search {
  double start;
  double step;   ///< the first; with a sign, the direction
  double limit;  ///< where to give up
  double fine;   ///< an absolute error that does not matter
};

/// The nearest point from the start on at which `holds` is true, to a millionth of its distance,
/// rounded to where it holds; the limit if it does not hold there. Beyond a point where it holds it
/// must hold too, and not at the start.
template <class Holds>
double nearest_that_holds(const Search& search, Holds&& holds) {
  if (!holds(search.limit)) return search.limit;
  double fails = search.start, found = search.limit, step = search.step;
  const auto is_before_limit = [&](double x) {
    return step > 0.0 ? x < search.limit : x > search.limit;
  };
  for (double x = fails + step; is_before_limit(x); x = fails + step) {
    if (holds(x)) {
      found = x;
      break;
    }
    fails = x;
    step *= 2.0;
  }
  for (;;) {
    const double gap = std::abs(found - fails);
    if (gap <= search.fine || gap <= 1e-6 * std::abs(found - search.start)) return found;
    const double middle = fails + 0.5 * (found - fails);
    if (middle == fails || middle == found) return found;
    (holds(middle) ? found : fails) = middle;
  }
}

}  // namespace mirador
