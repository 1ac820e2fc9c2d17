#pragma once

#include "answer.hpp"
#include "cuda_task.hpp"
#include "engine.hpp"

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
#else
    place_ = (*task_->begun)++;  // for tests on the host
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

/// One replication after the other, like simulate_lanes of engine.hpp.
template <class K>
MIRADOR_INLINE void simulate_thread(K& kernel, const volatile int* stop) {
  for (unsigned step = 0;; ++step) {
    kernel.judge(true);
    if (kernel.done()) return;
    if (step % 1024 == 0 && *stop != 0) return;
    kernel.observe();
    kernel.settle();
    kernel.choose();
    reward_together<1>(&kernel);
  }
}

}  // namespace MIRADOR_ISA
}  // namespace mirador::lanes
