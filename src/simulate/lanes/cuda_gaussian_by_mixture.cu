#include "cuda_kernel.cuh"

namespace mirador::lanes {

cudaError_t launch_gaussian_by_mixture(const CudaTask& task, CudaShape shape, cudaStream_t stream) {
  return launch_any<true, GaussianArms>(task, shape, stream);
}

}  // namespace mirador::lanes
