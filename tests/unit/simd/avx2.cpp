// Compiled for this instruction set: may include only simd/ headers.
#define MIRADOR_ISA avx2
#include "mirador/simd/avx2.hpp"

#include "lane_functions.hpp"

void mirador::test::evaluate_on_avx2(LaneFunction function, int parts, const double* in,
                                     double* out, std::size_t count) {
  using simd::Avx2;
  if (parts == 1) return simd::evaluate<Avx2>(function, in, out, count);
  return simd::evaluate<simd::Pack<Avx2, 2>>(function, in, out, count);
}
