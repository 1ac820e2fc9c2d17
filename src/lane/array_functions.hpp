#pragma once

#include "mirador/lane/divergence.hpp"
#include "mirador/lane/functions.hpp"
#include "mirador/lane/math.hpp"
#include "mirador/lane/mixability.hpp"

/// functions.hpp by lanes of type V.
namespace mirador::lane {
inline namespace MIRADOR_ISA {

/// out[i] = f(in[i]), a register at a time; what is left over is filled up with `filler`.
template <class V, class F>
MIRADOR_INLINE void map(const double* in, double* out, std::size_t n, double filler, F&& f) {
  constexpr std::size_t width = Traits<V>::width;
  for (std::size_t i = 0; i < n; i += width) {
    const std::size_t left = n - i < width ? n - i : width;
    V value(filler);
    __builtin_memcpy(&value, in + i, left * sizeof(double));
    value = f(value);
    __builtin_memcpy(out + i, &value, left * sizeof(double));
  }
}

template <class V>
const Functions& functions_on() {
  static constexpr Functions table = {
      [](double* u, std::size_t n) {
        map<V>(u, u, n, 0.5, [](const V& x) MIRADOR_LAMBDA { return normal_quantile(x); });
      },
      [](const double* losses, double* out, std::size_t n) {
        map<V>(losses, out, n, 0.0, [](const V& x) MIRADOR_LAMBDA { return exp_of_loss(x); });
      },
      [](const TwoGains& g) {
        return mixability_gap(g.top_weight, g.lower_weight, g.top, g.lower, g.rate);
      },
      [](double x, double y) { return binary_divergence(x, y); },
  };
  return table;
}

}  // namespace MIRADOR_ISA
}  // namespace mirador::lane
