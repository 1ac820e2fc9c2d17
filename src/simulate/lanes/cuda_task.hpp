#pragma once

#include "cuda.hpp"

namespace mirador::lanes {

/// A chunk of replications for the GPU. All pointers are to its memory, those in `job` too, except
/// job.means: as parameters of a kernel the means cost no registers.
struct CudaTask {
  Job job;
  double means[cuda_arms];
  std::uint64_t first, count;  // replications
  unsigned long long* begun;   // how many of them were
  const volatile int* stop;    // not 0: leave everything as it is; in memory of the host
  std::uint8_t* fates;         // as in CudaVerdicts
  std::uint64_t* answers;
  std::uint32_t* pulls;
};

/// The best of up to so many Gaussian arms has kernels of its own.
inline constexpr int few_cuda_arms = 5;

}  // namespace mirador::lanes
