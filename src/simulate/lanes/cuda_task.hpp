#pragma once

#include <cuda_runtime.h>

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

/// The threads to launch.
struct CudaShape {
  int threads;        // of a block
  int blocks_per_sm;  // 0: as many as fit
};

/// Launches the kernel for the task's job. The kernels are spread over several files, because they
/// take long to compile: each launches what it has, and answers cudaErrorInvalidDeviceFunction
/// otherwise.
using CudaLaunch = cudaError_t(const CudaTask& task, CudaShape shape, cudaStream_t stream);
CudaLaunch launch_few_arms, launch_few_arms_by_mixture;
CudaLaunch launch_gaussian, launch_gaussian_by_mixture;
CudaLaunch launch_bernoulli, launch_bernoulli_by_mixture;

}  // namespace mirador::lanes
