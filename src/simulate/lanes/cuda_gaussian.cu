#include "cuda_kernel.cuh"

namespace mirador::lanes {

cudaError_t launch_gaussian(const CudaTask& task, CudaShape shape, cudaStream_t stream) {
  return launch_any<false, GaussianArms>(task, shape, stream);
}

}  // namespace mirador::lanes
