#pragma once

#include "job.hpp"

namespace mirador::lanes {

/// Simulates everything the docket hands out: the same source, compiled for several instruction
/// sets. Call only those that the processor supports.
void run_plain(const Job& job, Docket& docket);
void run_avx2(const Job& job, Docket& docket);
void run_avx512(const Job& job, Docket& docket);

}  // namespace mirador::lanes
