#pragma once

#include "cuda.hpp"

namespace mirador::lanes {

/// A chunk of replications for the GPU. All pointers are to GPU memory, including those in `job`,
/// except job.means: as kernel parameters the means use no registers.
struct CudaTask {
  Job job;
  double means[cuda_arms];
  std::uint64_t first, count;  // replications
  unsigned long long* begun;   // number of them begun
  const volatile int* stop;    // nonzero: stop at once; in host memory
  std::uint8_t* fates;         // as in CudaVerdicts
  std::uint64_t* answers;
  std::uint32_t* pulls;
};

/// Best-arm with up to this many Gaussian arms has special kernels.
inline constexpr int few_cuda_arms = 5;

}  // namespace mirador::lanes
