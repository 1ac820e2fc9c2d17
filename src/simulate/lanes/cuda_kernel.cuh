#pragma once

#define MIRADOR_ISA cuda

#include "cuda_task.hpp"
#include "mirador/simulate/lanes/answer.hpp"
#include "mirador/simulate/lanes/engine.hpp"
#include "mirador/simulate/lanes/top_two.hpp"

/// What a kernel is compiled for. 128 threads, four times on a multiprocessor, have 128 registers
/// each, enough for the state of a replication with few arms.
#ifndef MIRADOR_CUDA_THREADS
#define MIRADOR_CUDA_THREADS 128
#endif
#ifndef MIRADOR_CUDA_BLOCKS
#define MIRADOR_CUDA_BLOCKS 4
#endif

namespace mirador::lanes {
inline namespace MIRADOR_ISA {

/// Takes replications from the chunk and writes their verdicts to their places.
template <class L>
class CudaReports {
 public:
  MIRADOR_INLINE explicit CudaReports(const CudaTask& task) : task_(&task) {}

  MIRADOR_INLINE bool next(std::uint64_t& replication) {
#ifdef __CUDA_ARCH__
    place_ = atomicAdd(task_->begun, 1ull);
#endif
    replication = task_->first + place_;
    return place_ < task_->count;
  }
  MIRADOR_INLINE void verdict(int, int risk, bool undecided, const L& arms,
                              const Statistics<L>& data, int lane) {
    const std::uint64_t row = static_cast<std::uint64_t>(risk), at = row * task_->count + place_;
    const std::uint64_t columns = static_cast<std::uint64_t>(arms.arms());
    std::uint32_t* const pulls = task_->pulls + row * columns * task_->count + place_;
    arms.for_each_arm([&](int a) {
      pulls[static_cast<std::uint64_t>(a) * task_->count] =
          static_cast<std::uint32_t>(arms.get_of(data.counts, a, lane));
    });
    task_->answers[at] = answer_code(
        task_->job, [&](auto&& f) { arms.for_each_arm(f); },
        [&](int a) { return arms.get_of(data.means, a, lane); });
    task_->fates[at] = static_cast<std::uint8_t>(undecided ? Fate::undecided : Fate::decided);
  }
  MIRADOR_INLINE void finished(int, std::uint64_t, std::uint64_t) {}

 private:
  const CudaTask* task_;
  std::uint64_t place_ = 0;
};

/// One replication after the other, as engine.hpp's simulate_lanes.
template <int stride, class K>
MIRADOR_INLINE void simulate_thread(K& kernel, const volatile int* stop) {
  for (unsigned step = 0;; ++step) {
    kernel.judge(step % stride == 0);
    if (kernel.done()) return;
    if (step % 1024 == 0 && *stop != 0) return;
    kernel.observe();
    kernel.settle();
    kernel.choose();
    reward_together<1>(&kernel);
  }
}

template <class L, class Family, class Problem, class Rule, int stride>
__global__ void __launch_bounds__(MIRADOR_CUDA_THREADS, MIRADOR_CUDA_BLOCKS)
    heuristic_kernel(const __grid_constant__ CudaTask task) {
  Job job = task.job;
  job.means = task.means;
  CudaReports<L> reports(task);
  Kernel<L, Family, Problem, Rule, CudaReports<L>, NoWatch<L>> kernel(job, reports, 0);
  simulate_thread<stride>(kernel, task.stop);
}

template <class L, class Family, class Problem, class Rule, int stride>
__global__ void __launch_bounds__(MIRADOR_CUDA_THREADS, MIRADOR_CUDA_BLOCKS)
    mixture_kernel(const __grid_constant__ CudaTask task) {
  Job job = task.job;
  job.means = task.means;
  CudaReports<L> reports(task);
  using Desk = MixtureDesk<L>;
  Desk desk(L{job.arms});
  Kernel<L, Family, Problem, Rule, CudaReports<L>, MixtureWatch<L, Desk&>> kernel(job, reports, 0,
                                                                                  desk);
  simulate_thread<stride>(kernel, task.stop);
}

/// As many threads as the GPU holds at once, which take replications until none are left.
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

/// From the names in a job to a kernel; `by_mixture` says which of the two.
template <bool by_mixture, class L, class Family, class Problem>
cudaError_t launch_rule(const CudaTask& task, CudaShape shape, cudaStream_t stream) {
  const auto launch = [&]<class Rule, int stride>(Rule*, std::integral_constant<int, stride>) {
    if constexpr (by_mixture) {
      return launch_kernel(mixture_kernel<L, Family, Problem, Rule, stride>, task, shape, stream);
    } else {
      return launch_kernel(heuristic_kernel<L, Family, Problem, Rule, stride>, task, shape, stream);
    }
  };
  const std::integral_constant<int, 1> always;
  switch (task.job.rule.kind) {
    case RuleKind::mirror_ascent:
      return launch(static_cast<MirrorAscent<L, FixedRate<L>>*>(nullptr), always);
    case RuleKind::adaptive_ascent:
      return launch(static_cast<MirrorAscent<L, AdaptiveRate<L>>*>(nullptr), always);
    case RuleKind::challenger:
      return launch(static_cast<Challenger<L>*>(nullptr), always);
    case RuleKind::tracking:
      return launch(static_cast<Tracking<L, Problem>*>(nullptr), always);
    case RuleKind::uniform:
      return launch(static_cast<Uniform<L>*>(nullptr), std::integral_constant<int, 4>{});
    case RuleKind::top_two:
      if constexpr (std::is_same_v<Problem, BestArm<L, GaussianArms>>) {
        return launch(static_cast<TopTwo<L>*>(nullptr), always);
      }
  }
  return cudaErrorInvalidDeviceFunction;
}

/// Any number of arms.
template <bool by_mixture, class Family>
cudaError_t launch_any(const CudaTask& task, CudaShape shape, cudaStream_t stream) {
  using L = Replications<double, 0>;
  if (task.job.question == QuestionKind::best_arm) {
    return launch_rule<by_mixture, L, Family, BestArm<L, Family>>(task, shape, stream);
  }
  return launch_rule<by_mixture, L, Family, Thresholding<L, Family>>(task, shape, stream);
}

/// The best of few Gaussian arms.
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
