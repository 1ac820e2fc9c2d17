#pragma once

#include <memory>
#include <new>

#include "challenger.hpp"
#include "kernel.hpp"
#include "mirror_ascent.hpp"
#include "tracking.hpp"
#include "uniform.hpp"

namespace mirador::lanes {
inline namespace MIRADOR_ISA {

/// Forwards a kernel's reports to a docket.
template <class L>
class DocketReports {
 public:
  DocketReports(Docket& docket, int arms)
      : docket_(&docket), counts_(new double[2 * static_cast<std::size_t>(arms)]) {}

  bool next(std::uint64_t& replication) { return docket_->next(replication); }
  void verdict(int place, int risk, bool undecided, const L& arms, const Statistics<L>& data,
               int lane) {
    double *counts = counts_.get(), *means = counts + arms.arms();
    arms.for_each_arm([&](int a) {
      counts[a] = arms.get_of(data.counts, a, lane);
      means[a] = arms.get_of(data.means, a, lane);
    });
    docket_->verdict(place, risk,
                     {static_cast<std::uint64_t>(get(data.total, lane)), undecided, counts, means});
  }
  void finished(int place, std::uint64_t replication, std::uint64_t samples) {
    docket_->finished(place, replication, samples);
  }

 private:
  Docket* docket_;
  std::unique_ptr<double[]> counts_;
};

/// The rewards of several kernels at once: common data are loaded once, and the kernels hide each
/// other's latency.
template <int N, class K>
MIRADOR_INLINE void reward_together(K* kernels) {
  using V = typename K::Value;
  if constexpr (N == 1) {
    kernels->receive(kernels->family().reward(
        kernels->mean(), kernels->randomness().reward_uniform(kernels->arm(), kernels->pulls())));
  } else {
    using Many = Pack<V, N>;
    const auto gather = [&](auto&& of) MIRADOR_LAMBDA {
      return each_part<Parts<V, N>, N>([&](int i) MIRADOR_LAMBDA { return of(kernels[i]); });
    };
    const auto gather_words = [&](auto&& of) MIRADOR_LAMBDA {
      return each_part<Parts<Word<V>, N>, N>(
          [&](int i) MIRADOR_LAMBDA { return of(kernels[i].randomness()); });
    };
    const Randomness<Many, const typename K::Keys&> randomness{
        kernels->randomness().keys,
        gather_words([](const auto& r) MIRADOR_LAMBDA { return r.replication_low; }),
        gather_words([](const auto& r) MIRADOR_LAMBDA { return r.replication_high; })};
    const Many arm = gather([](const K& k) MIRADOR_LAMBDA { return k.arm(); });
    const Many pulls = gather([](const K& k) MIRADOR_LAMBDA { return k.pulls(); });
    const Many mean = gather([](const K& k) MIRADOR_LAMBDA { return k.mean(); });
    const Many rewards = kernels->family().reward(mean, randomness.reward_uniform(arm, pulls));
    for (int i = 0; i < N; ++i) kernels[i].receive(rewards.part[i]);
  }
}

/// Simulates everything the docket hands out, with `groups` kernels in turn. Replications begin at
/// steps divisible by `stride`.
template <class L, class Family, class Problem, class Rule, int groups, int stride = 1>
void simulate_lanes(const Job& job, Docket& docket) {
  using K = Kernel<L, Family, Problem, Rule, DocketReports<L>>;
  DocketReports<L> reports(docket, job.arms);
  struct Row {
    std::size_t made = 0;
    K* kernels = static_cast<K*>(::operator new(groups * sizeof(K), std::align_val_t(alignof(K))));
    ~Row() {
      while (made > 0) kernels[--made].~K();
      ::operator delete(kernels, std::align_val_t(alignof(K)));
    }
  } row;
  for (; row.made < groups; ++row.made) {
    new (row.kernels + row.made) K(job, reports, static_cast<int>(row.made) * K::width);
  }
  K* const kernels = row.kernels;
#ifdef __CUDACC__
#define MIRADOR_EACH_KERNEL for (int k = 0; k < groups; ++k)
#else
#define MIRADOR_EACH_KERNEL _Pragma("GCC unroll 1") for (int k = 0; k < groups; ++k)
#endif
  for (std::uint64_t step = 0;; ++step) {
    MIRADOR_EACH_KERNEL kernels[k].judge(step % stride == 0);
    if (step % 64 == 0) {
      bool done = true;
      MIRADOR_EACH_KERNEL done = done && kernels[k].done();
      if (done || docket.stop_requested()) return;
    }
    MIRADOR_EACH_KERNEL kernels[k].observe();
    MIRADOR_EACH_KERNEL kernels[k].settle();
    MIRADOR_EACH_KERNEL kernels[k].choose();
    constexpr int together = groups % 2 == 0 ? 2 : groups;
    _Pragma("GCC unroll 1") for (int k = 0; k < groups; k += together) {
      reward_together<together>(kernels + k);
    }
  }
#undef MIRADOR_EACH_KERNEL
}

}  // namespace MIRADOR_ISA
}  // namespace mirador::lanes
