#include <stdexcept>

#include "cuda.hpp"

/// Replaces the GPU backend if it is not built.
namespace mirador::lanes {

bool cuda_available(std::string* why_not) {
  if (why_not != nullptr) *why_not = "is not built in";
  return false;
}

CudaWork run_cuda(const Job&, std::uint64_t, std::uint64_t, CudaSink&, const CudaTuning&) {
  throw std::logic_error("cuda is not built in");
}

}  // namespace mirador::lanes
