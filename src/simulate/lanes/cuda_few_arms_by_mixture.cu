#include "cuda_kernel.cuh"

namespace mirador::lanes {

cudaError_t launch_few_arms_by_mixture(const CudaTask& task, CudaShape shape, cudaStream_t stream) {
  return launch_few<true>(task, shape, stream);
}

}  // namespace mirador::lanes
