// Compiled for this instruction set: may include only simd/ headers.
#define MIRADOR_ISA avx512
#include "mirador/simd/avx512.hpp"

#include "lane_functions.hpp"

void mirador::test::evaluate_on_avx512(LaneFunction function, int parts, const double* in,
                                       double* out, std::size_t count) {
  using simd::Avx512;
  if (parts == 1) return simd::evaluate<Avx512>(function, in, out, count);
  return simd::evaluate<simd::Pack<Avx512, 2>>(function, in, out, count);
}
