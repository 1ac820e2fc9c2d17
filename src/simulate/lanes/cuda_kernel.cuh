#pragma once

#define MIRADOR_ISA cuda

#include <cuda_runtime.h>

#include "cuda_launch.hpp"
#include "cuda_thread.hpp"
#include "top_two.hpp"

/// The launch configuration. With 128 threads, four times per multiprocessor, each thread has 128
/// registers, enough for the state of a replication with few arms.
#ifndef MIRADOR_CUDA_THREADS
#define MIRADOR_CUDA_THREADS 128
#endif
#ifndef MIRADOR_CUDA_BLOCKS
#define MIRADOR_CUDA_BLOCKS 4
#endif

namespace mirador::lanes {
inline namespace MIRADOR_ISA {

template <class L, class Family, class Problem, class Rule>
__global__ void __launch_bounds__(MIRADOR_CUDA_THREADS, MIRADOR_CUDA_BLOCKS)
    heuristic_kernel(const __grid_constant__ CudaTask task) {
  Job job = task.job;
  job.means = task.means;
  CudaReports<L> reports(task);
  Kernel<L, Family, Problem, Rule, CudaReports<L>, NoWatch<L>> kernel(job, reports, 0);
  simulate_thread(kernel, task.stop);
}

template <class L, class Family, class Problem, class Rule>
__global__ void __launch_bounds__(MIRADOR_CUDA_THREADS, MIRADOR_CUDA_BLOCKS)
    mixture_kernel(const __grid_constant__ CudaTask task) {
  Job job = task.job;
  job.means = task.means;
  CudaReports<L> reports(task);
  using Desk = MixtureDesk<L>;
  Desk desk(L{job.arms}, job.risks);
  Kernel<L, Family, Problem, Rule, CudaReports<L>, MixtureWatch<L, Desk&>> kernel(job, reports, 0,
                                                                                  desk);
  simulate_thread(kernel, task.stop);
}

/// As many threads as the GPU holds at once; they take replications until none are left.
inline cudaError_t launch_kernel(void (*kernel)(CudaTask), const CudaTask& task, CudaShape shape,
                                 cudaStream_t stream) {
  int device = 0, processors = 0, blocks = shape.blocks_per_sm;
  const int threads = shape.threads < MIRADOR_CUDA_THREADS ? shape.threads : MIRADOR_CUDA_THREADS;
  cudaError_t error = cudaGetDevice(&device);
  if (error == cudaSuccess) {
    error = cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, device);
  }
  if (error == cudaSuccess && blocks == 0) {
    error = cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, threads, 0);
  }
  if (error != cudaSuccess) return error;
  const std::uint64_t per_block = static_cast<std::uint64_t>(threads);
  const std::uint64_t useful = (task.count + per_block - 1) / per_block;
  const std::uint64_t fit = static_cast<std::uint64_t>(blocks) * static_cast<unsigned>(processors);
  kernel<<<static_cast<unsigned>(useful < fit ? useful : fit), static_cast<unsigned>(threads), 0,
           stream>>>(task);
  return cudaGetLastError();
}

/// Selects the kernel for the names in a job; `by_mixture` selects the stopping rule.
template <bool by_mixture, class L, class Family, class Problem>
cudaError_t launch_rule(const CudaTask& task, CudaShape shape, cudaStream_t stream) {
  const auto launch = [&]<class Rule, class Asked = Problem>(Rule*, Asked* = nullptr) {
    if constexpr (by_mixture) {
      return launch_kernel(mixture_kernel<L, Family, Asked, Rule>, task, shape, stream);
    } else {
      return launch_kernel(heuristic_kernel<L, Family, Asked, Rule>, task, shape, stream);
    }
  };
  switch (task.job.rule.kind) {
    case RuleKind::mirror_ascent:
      return launch(static_cast<MirrorAscent<L, FixedRate<L>>*>(nullptr));
    case RuleKind::adaptive_ascent:
      return launch(static_cast<MirrorAscent<L, AdaptiveRate<L>>*>(nullptr));
    case RuleKind::challenger:
      return launch(static_cast<Challenger<L>*>(nullptr),
                    static_cast<typename WithRival<Problem>::type*>(nullptr));
    case RuleKind::tracking:
      return launch(static_cast<Tracking<L, Problem>*>(nullptr));
    case RuleKind::uniform:
      return launch(static_cast<Uniform<L>*>(nullptr));
    case RuleKind::top_two:
      if constexpr (std::is_same_v<Problem, BestArm<L, GaussianArms>>) {
        return launch(static_cast<TopTwo<L>*>(nullptr));
      }
  }
  return cudaErrorInvalidDeviceFunction;
}

/// For any number of arms.
template <bool by_mixture, class Family>
cudaError_t launch_any(const CudaTask& task, CudaShape shape, cudaStream_t stream) {
  using L = Replications<double, 0>;
  if (task.job.question == QuestionKind::best_arm) {
    return launch_rule<by_mixture, L, Family, BestArm<L, Family>>(task, shape, stream);
  }
  return launch_rule<by_mixture, L, Family, Thresholding<L, Family>>(task, shape, stream);
}

/// Best-arm with few Gaussian arms.
template <bool by_mixture, int K = 2>
cudaError_t launch_few(const CudaTask& task, CudaShape shape, cudaStream_t stream) {
  if constexpr (K <= few_cuda_arms) {
    using L = Replications<double, K>;
    if (task.job.arms != K) return launch_few<by_mixture, K + 1>(task, shape, stream);
    return launch_rule<by_mixture, L, GaussianArms, BestArm<L, GaussianArms>>(task, shape, stream);
  } else {
    return cudaErrorInvalidDeviceFunction;
  }
}

}  // namespace MIRADOR_ISA
}  // namespace mirador::lanes
