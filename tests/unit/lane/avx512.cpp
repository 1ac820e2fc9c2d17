// Compiled for this instruction set: nothing but lanes may be included.
#define MIRADOR_ISA avx512
#include "mirador/lane/avx512.hpp"

#include "lane_functions.hpp"

void mirador::test::evaluate_on_avx512(LaneFunction function, int parts, const double* in,
                                       double* out, std::size_t count) {
  using lane::Avx512;
  if (parts == 1) return lane::evaluate<Avx512>(function, in, out, count);
  return lane::evaluate<lane::Pack<Avx512, 2>>(function, in, out, count);
}
