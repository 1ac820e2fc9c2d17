#define MIRADOR_ISA avx512
#include "mirador/simd/avx512.hpp"

#include "backends.hpp"
#include "run_job.hpp"

namespace mirador::lanes {

void run_avx512(const Job& job, Docket& docket) { run_job<Avx512, Avx512, 4>(job, docket); }

}  // namespace mirador::lanes
