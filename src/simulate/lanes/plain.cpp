#include "backends.hpp"
#include "run_job.hpp"

namespace mirador::lanes {

void run_plain(const Job& job, Docket& docket) { run_job<double, Pack<double, 8>, 1>(job, docket); }

}  // namespace mirador::lanes
