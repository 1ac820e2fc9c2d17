#define MIRADOR_ISA avx2
#include "mirador/simd/avx2.hpp"

#include "backends.hpp"
#include "run_job.hpp"

namespace mirador::lanes {

void run_avx2(const Job& job, Docket& docket) { run_job<Avx2, Pack<Avx2, 2>, 4>(job, docket); }

}  // namespace mirador::lanes
