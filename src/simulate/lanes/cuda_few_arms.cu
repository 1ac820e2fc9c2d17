#include "cuda_kernel.cuh"

namespace mirador::lanes {

cudaError_t launch_few_arms(const CudaTask& task, CudaShape shape, cudaStream_t stream) {
  return launch_few<false>(task, shape, stream);
}

}  // namespace mirador::lanes
