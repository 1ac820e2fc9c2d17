#include "cuda_kernel.cuh"

namespace mirador::lanes {

cudaError_t launch_bernoulli_by_mixture(const CudaTask& task, CudaShape shape,
                                        cudaStream_t stream) {
  return launch_any<true, BernoulliArms>(task, shape, stream);
}

}  // namespace mirador::lanes
