#pragma once

#include "cuda.hpp"
#include "docket.hpp"
#include "mirador/simulate/workers.hpp"

namespace mirador::lanes {

/// Decodes the answers of answer.hpp.
inline void decode(std::uint64_t code, std::size_t, Arm& answer) {
  answer = static_cast<Arm>(code);
}
inline void decode(std::uint64_t code, std::size_t arms, ArmSet& answer) {
  answer.clear(arms);
  for (Arm a = 0; a < arms; ++a) {
    if ((code >> a & 1) != 0) answer.insert(a);
  }
}

/// Adds the verdicts of the GPU to the results, on several threads, for problem P.
template <Problem P>
class CudaCollector final : public CudaSink {
 public:
  CudaCollector(const Collector<P>& collector, unsigned threads, const Control& control,
                const std::function<void(std::uint64_t)>& while_waiting)
      : control_(control), while_waiting_(while_waiting), collectors_(threads, collector) {}

  void take(const CudaVerdicts& verdicts) override {
    const std::uint64_t shares = collectors_.size();
    const auto work = [&](std::uint64_t share) {
      const std::uint64_t from = verdicts.count * share / shares;
      take_some(verdicts, from, verdicts.count * (share + 1) / shares, collectors_[share]);
      return true;
    };
    share_out(
        {shares, static_cast<unsigned>(shares)}, [&] { return work; },
        [&](std::uint64_t) { while_waiting(); });
  }
  bool stop_requested() override { return control_.stop_requested(); }
  void while_waiting() override { while_waiting_(done_); }

  void hand_in(std::uint64_t busy_ns) const {
    for (const Collector<P>& collector : collectors_) {
      collector.hand_in(&collector == &collectors_.front() ? busy_ns : 0);
    }
  }

 private:
  void take_some(const CudaVerdicts& verdicts, std::uint64_t from, std::uint64_t to,
                 Collector<P>& collector) {
    typename P::Answer answer{};
    std::vector<std::uint64_t> pulls(collector.problem().arms());
    std::uint64_t finished = 0;
    for (std::uint64_t i = from; i < to; ++i) {
      if (!verdicts.finished(i)) continue;
      std::uint64_t samples = 0;
      for (int risk = 0; risk < verdicts.risks; ++risk) {
        samples = 0;
        for (int a = 0; a < verdicts.arms; ++a) {
          samples += pulls[static_cast<std::size_t>(a)] = verdicts.pulls_of(risk, a, i);
        }
        decode(verdicts.answer(risk, i), pulls.size(), answer);
        const bool undecided = verdicts.fate(risk, i) == Fate::undecided;
        collector.add(static_cast<std::size_t>(risk), verdicts.first + i,
                      collector.record(samples, undecided, answer), pulls);
      }
      collector.add_steps(samples);
      ++finished;
    }
    done_ += finished;
  }

  const Control& control_;
  const std::function<void(std::uint64_t)>& while_waiting_;
  std::vector<Collector<P>> collectors_;
  std::atomic<std::uint64_t> done_{0};
};

}  // namespace mirador::lanes
