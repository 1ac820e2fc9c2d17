#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "job.hpp"

/// The simulation on a GPU: one thread is one replication in progress. Plain data, as in job.hpp:
/// this header needs neither CUDA nor anything of the library above the lanes.
namespace mirador::lanes {

inline constexpr int cuda_arms = 64;  ///< at most

/// Is there a usable GPU? If not, `why_not` receives the reason, worded to continue "cuda ...".
bool cuda_available(std::string* why_not = nullptr);

/// The state of a replication at one risk.
enum class Fate : std::uint8_t { unfinished, decided, undecided };

/// The verdicts of replications first .. first + count - 1. An interrupted replication is
/// unfinished at the last risk and must be dropped.
struct CudaVerdicts {
  std::uint64_t first, count;
  int arms, risks;
  const Fate* fates;             ///< [risk][replication]
  const std::uint64_t* answers;  ///< [risk][replication], of answer.hpp
  const std::uint32_t* pulls;    ///< [risk][arm][replication]; their sum is the samples

  Fate fate(int risk, std::uint64_t i) const { return fates[at(risk) * count + i]; }
  std::uint64_t answer(int risk, std::uint64_t i) const { return answers[at(risk) * count + i]; }
  std::uint32_t pulls_of(int risk, int arm, std::uint64_t i) const {
    return pulls[(at(risk) * at(arms) + at(arm)) * count + i];
  }
  bool finished(std::uint64_t i) const { return fate(risks - 1, i) != Fate::unfinished; }

 private:
  static std::uint64_t at(int i) { return static_cast<std::uint64_t>(i); }
};

/// Receives results while the GPU continues. Called on the thread that called run_cuda.
class CudaSink {
 public:
  virtual ~CudaSink() = default;
  /// Chunks arrive in the order of the replications.
  virtual void take(const CudaVerdicts& verdicts) = 0;
  virtual bool stop_requested() = 0;
  /// Called about ten times per second.
  virtual void while_waiting() = 0;
};

/// Tuning parameters; results do not depend on them.
struct CudaTuning {
  int threads = 128;        ///< of a block, at most what the kernels were compiled for
  int blocks_per_sm = 0;    ///< 0: as many as fit
  std::uint64_t chunk = 0;  ///< replications at once; 0: about half a second of work
  std::size_t memory = std::size_t{384} << 20;  ///< for results under way, GPU and host together
};

/// Resources used by a run.
struct CudaWork {
  std::uint64_t busy_ns = 0;      ///< while the GPU had something to do
  std::size_t buffer_bytes = 0;   ///< of results under way, on the GPU, and as many on the host
  std::size_t device_in_use = 0;  ///< GPU memory in use at the end, by all processes
};

/// Simulates replications first .. first + runs - 1. Throws std::runtime_error with the driver's
/// message if the GPU fails.
CudaWork run_cuda(const Job& job, std::uint64_t first, std::uint64_t runs, CudaSink& sink,
                  const CudaTuning& tuning = {});

}  // namespace mirador::lanes
