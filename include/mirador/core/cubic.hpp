#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

namespace mirador {

/// k0 + k1 t + k2 t² + k3 t³.
struct Cubic {
  double k0, k1, k2, k3;

  double value(double t) const { return k0 + t * (k1 + t * (k2 + t * k3)); }
  double slope(double t) const { return k1 + t * (2.0 * k2 + t * 3.0 * k3); }
};

/// The smallest root in [0,1] of a cubic with c(0) <= 0 <= c(1) and k3 >= 0, if c is concave from 0
/// up to that root; else NaN. -c(1 - u) is a cubic of the same kind, seen from the other end, and
/// at least one of the two calls finds a root: if c has none left of its inflection, the convex
/// part right of it has exactly one. Together they find the smallest and the largest root, which
/// are the only ones where c rises. Newton's method from 0 stays below the root and keeps the
/// relative precision of small roots; about 6 steps, more near a double root.
inline double first_root(const Cubic& c) {
  if (!(c.k0 < 0.0)) return 0.0;
  // The last point up to which c is known to be concave and rising.
  double peak = 1.0;
  if (c.k3 > 0.0) {
    if (!(c.k2 < 0.0)) return std::numeric_limits<double>::quiet_NaN();
    const double discriminant = c.k2 * c.k2 - 3.0 * c.k3 * c.k1;
    peak = discriminant > 0.0 ? c.k1 / (std::sqrt(discriminant) - c.k2) : c.k2 / (-3.0 * c.k3);
    peak = std::min(peak, 1.0);
  }
  if (!(peak > 0.0 && c.value(peak) >= 0.0)) return std::numeric_limits<double>::quiet_NaN();
  double t = 0.0;
  for (int i = 0; i < 100; ++i) {
    const double step = -c.value(t) / c.slope(t);
    const double next = std::min(t + step, peak);
    if (!(next > t)) break;
    t = next;
    if (step < 1e-16 * t) break;
  }
  return t;
}

}  // namespace mirador
