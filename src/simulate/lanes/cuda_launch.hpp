#pragma once

#include <cuda_runtime.h>

#include "cuda_task.hpp"

namespace mirador::lanes {

/// The threads to launch.
struct CudaShape {
  int threads;        // of a block
  int blocks_per_sm;  // 0: as many as fit
};

/// Launches the kernel for the task's job. The kernels are spread over several files, because they
/// take long to compile: each function launches its own kernels and returns
/// cudaErrorInvalidDeviceFunction otherwise.
using CudaLaunch = cudaError_t(const CudaTask& task, CudaShape shape, cudaStream_t stream);
CudaLaunch launch_few_arms, launch_few_arms_by_mixture;
CudaLaunch launch_gaussian, launch_gaussian_by_mixture;
CudaLaunch launch_bernoulli, launch_bernoulli_by_mixture;

}  // namespace mirador::lanes
