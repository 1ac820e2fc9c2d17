#include <algorithm>
#include <chrono>
#include <cstring>
#include <memory>
#include <stdexcept>
#include <thread>
#include <vector>

#include "cuda_launch.hpp"

namespace mirador::lanes {
namespace {

void check(cudaError_t error, const char* doing) {
  if (error == cudaSuccess) return;
  throw std::runtime_error(std::string("cuda: ") + doing + ": " + cudaGetErrorString(error));
}

/// Memory of the GPU, or of the host where the GPU can write to it directly.
enum class Place { device, host };

template <class T>
class Buffer {
 public:
  Buffer(Place place, std::size_t size) : place_(place), bytes_(size * sizeof(T)) {
    void* memory = nullptr;
    check(place == Place::device ? cudaMalloc(&memory, bytes_) : cudaMallocHost(&memory, bytes_),
          "memory");
    data_ = static_cast<T*>(memory);
  }
  ~Buffer() { place_ == Place::device ? cudaFree(data_) : cudaFreeHost(data_); }
  Buffer(const Buffer&) = delete;
  Buffer& operator=(const Buffer&) = delete;

  T* data() const { return data_; }
  std::size_t bytes() const { return bytes_; }

 private:
  Place place_;
  std::size_t bytes_;
  T* data_ = nullptr;
};

class Stream {
 public:
  Stream() { check(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking), "a stream"); }
  ~Stream() { cudaStreamDestroy(stream_); }
  Stream(const Stream&) = delete;
  Stream& operator=(const Stream&) = delete;

  operator cudaStream_t() const { return stream_; }  // NOLINT
  bool idle() const {
    const cudaError_t state = cudaStreamQuery(stream_);
    if (state != cudaErrorNotReady) check(state, "simulating");
    return state == cudaSuccess;
  }

 private:
  cudaStream_t stream_ = nullptr;
};

/// The layout of the verdicts of a replication: answers, then pulls, then fates, so that each is
/// aligned.
struct Layout {
  std::uint64_t risks, arms;

  explicit Layout(const Job& job)
      : risks(static_cast<std::uint64_t>(job.risks)), arms(static_cast<std::uint64_t>(job.arms)) {}
  std::uint64_t bytes(std::uint64_t count) const { return count * risks * (8 + 4 * arms + 1); }
  std::uint64_t pulls_at(std::uint64_t count) const { return count * risks * 8; }
  std::uint64_t fates_at(std::uint64_t count) const { return count * risks * (8 + 4 * arms); }
};

/// A chunk in progress: while the host processes one, others run.
class Slot {
 public:
  Slot(const Layout& layout, std::uint64_t capacity)
      : layout_(layout),
        on_device_(Place::device, layout.bytes(capacity)),
        on_host_(Place::host, layout.bytes(capacity)),
        begun_(Place::device, 1) {}

  bool busy() const { return count_ > 0; }
  bool ready() const { return stream_.idle(); }
  std::uint64_t count() const { return count_; }
  std::size_t bytes() const { return on_device_.bytes(); }

  void launch(CudaTask task, CudaShape shape, CudaLaunch* launch) {
    unsigned char* const memory = on_device_.data();
    first_ = task.first, count_ = task.count;
    task.begun = begun_.data();
    task.answers = reinterpret_cast<std::uint64_t*>(memory);
    task.pulls = reinterpret_cast<std::uint32_t*>(memory + layout_.pulls_at(count_));
    task.fates = memory + layout_.fates_at(count_);
    const std::size_t fates = count_ * layout_.risks, bytes = layout_.bytes(count_);
    check(cudaMemsetAsync(task.fates, 0, fates, stream_), "clearing");
    check(cudaMemsetAsync(task.begun, 0, sizeof *task.begun, stream_), "clearing");
    check(launch(task, shape, stream_), "launching");
    check(cudaMemcpyAsync(on_host_.data(), memory, bytes, cudaMemcpyDeviceToHost, stream_),
          "fetching results");
  }
  /// The results of the launch, once they are ready; the slot is free afterwards.
  CudaVerdicts collect(const Job& job) {
    const unsigned char* const memory = on_host_.data();
    const CudaVerdicts verdicts{
        first_,
        count_,
        job.arms,
        job.risks,
        reinterpret_cast<const Fate*>(memory + layout_.fates_at(count_)),
        reinterpret_cast<const std::uint64_t*>(memory),
        reinterpret_cast<const std::uint32_t*>(memory + layout_.pulls_at(count_))};
    count_ = 0;
    return verdicts;
  }
  void wait() const noexcept { cudaStreamSynchronize(stream_); }

 private:
  Layout layout_;
  Buffer<unsigned char> on_device_, on_host_;
  Buffer<unsigned long long> begun_;
  Stream stream_;
  std::uint64_t first_ = 0, count_ = 0;
};

CudaLaunch* launcher_for(const Job& job) {
  const bool mixture = job.stopping == StoppingKind::mixture;
  const bool gaussian = job.family == FamilyKind::gaussian;
  if (gaussian && job.question == QuestionKind::best_arm && job.arms <= few_cuda_arms) {
    return mixture ? launch_few_arms_by_mixture : launch_few_arms;
  }
  if (gaussian) return mixture ? launch_gaussian_by_mixture : launch_gaussian;
  return mixture ? launch_bernoulli_by_mixture : launch_bernoulli;
}

/// The number of replications to launch at once.
class ChunkSize {
 public:
  ChunkSize(std::uint64_t wish, std::uint64_t most)
      : wish_(wish), most_(most), next_(std::min(wish > 0 ? wish : first_chunk, most)) {}

  std::uint64_t next() const { return next_; }
  /// Records that this many replications have been completed in this time since the start.
  void learn(std::uint64_t replications, double seconds) {
    if (wish_ > 0) return;
    // Chunks overlap, so the rate is computed from the total so far. Growth is limited, because the
    // first replications to end are not the slowest.
    const double rate = static_cast<double>(replications) / seconds;
    const double wanted = std::min(rate * chunk_seconds, 4.0 * static_cast<double>(next_));
    next_ = std::clamp(static_cast<std::uint64_t>(wanted), std::min(first_chunk, most_), most_);
  }

 private:
  /// Two waves of threads on a large GPU.
  static constexpr std::uint64_t first_chunk = std::uint64_t{1} << 17;
  static constexpr double chunk_seconds = 0.5;

  std::uint64_t wish_, most_, next_;
};

/// One run: chunks go to the slots in turn and come back in the same order.
class Run {
 public:
  Run(const Job& job, CudaSink& sink, const CudaTuning& tuning, std::uint64_t runs)
      : job_(job),
        sink_(sink),
        shape_{tuning.threads, tuning.blocks_per_sm},
        launch_(launcher_for(job)),
        sizes_(tuning.chunk, largest_chunk(job, tuning, runs)),
        deltas_(Place::device, static_cast<std::size_t>(job.risks)),
        stop_(Place::host, 1) {
    check(cudaMemcpy(deltas_.data(), job.deltas, deltas_.bytes(), cudaMemcpyHostToDevice),
          "copying");
    *stop_.data() = 0;
    for (int i = 0; i < slots; ++i) {
      slots_.push_back(std::make_unique<Slot>(Layout(job), largest_chunk(job, tuning, runs)));
    }
  }
  ~Run() {
    // Memory must not be freed while kernels write to it, whatever was thrown.
    stop();
    for (const auto& slot : slots_) slot->wait();
  }

  CudaWork simulate(std::uint64_t first, std::uint64_t runs) {
    const auto began = std::chrono::steady_clock::now();
    const auto elapsed = [&] { return std::chrono::steady_clock::now() - began; };
    CudaWork work;
    work.buffer_bytes = slots_.size() * slots_[0]->bytes();
    std::uint64_t launched = 0, done = 0;
    for (std::size_t turn = 0;; turn = (turn + 1) % slots_.size()) {
      Slot& slot = *slots_[turn];
      if (slot.busy()) {
        wait_for(slot);
        work.busy_ns = static_cast<std::uint64_t>(std::chrono::nanoseconds(elapsed()).count());
        done += slot.count();
        sizes_.learn(done, std::chrono::duration<double>(elapsed()).count());
        sink_.take(slot.collect(job_));
      }
      if (!stopped_ && launched < runs) {
        const std::uint64_t count = std::min(sizes_.next(), runs - launched);
        slot.launch(task(first + launched, count), shape_, launch_);
        launched += count;
      }
      if (done == launched && (stopped_ || launched == runs)) break;
    }
    std::size_t free = 0, total = 0;
    check(cudaMemGetInfo(&free, &total), "asking for memory");
    work.device_in_use = total - free;
    return work;
  }

 private:
  static constexpr int slots = 3;

  /// The limit set by the memory; there are copies on the GPU and on the host.
  static std::uint64_t largest_chunk(const Job& job, const CudaTuning& tuning, std::uint64_t runs) {
    const std::uint64_t fit = tuning.memory / (2 * slots * Layout(job).bytes(1));
    const std::uint64_t most = tuning.chunk > 0 ? std::min(fit, tuning.chunk) : fit;
    return std::max<std::uint64_t>(std::min(most, runs), 1);
  }

  CudaTask task(std::uint64_t first, std::uint64_t count) const {
    CudaTask task{};
    task.job = job_;
    task.job.means = nullptr;
    task.job.deltas = deltas_.data();
    std::copy(job_.means, job_.means + job_.arms, task.means);
    task.first = first;
    task.count = count;
    task.stop = stop_.data();
    return task;
  }

  void wait_for(const Slot& slot) {
    using namespace std::chrono_literals;
    auto told = std::chrono::steady_clock::now();
    if (!stopped_ && sink_.stop_requested()) stop();
    while (!slot.ready()) {
      std::this_thread::sleep_for(200us);
      if (!stopped_ && sink_.stop_requested()) stop();
      if (std::chrono::steady_clock::now() - told < 100ms) continue;
      sink_.while_waiting();
      told = std::chrono::steady_clock::now();
    }
  }
  /// Abandons the replications in progress.
  void stop() noexcept {
    stopped_ = true;
    *static_cast<volatile int*>(stop_.data()) = 1;
  }

  const Job& job_;
  CudaSink& sink_;
  CudaShape shape_;
  CudaLaunch* launch_;
  ChunkSize sizes_;
  Buffer<double> deltas_;
  Buffer<int> stop_;  // polled by the kernels, however busy the GPU is
  std::vector<std::unique_ptr<Slot>> slots_;
  bool stopped_ = false;
};

__global__ void nothing() {}

}  // namespace

bool cuda_available(std::string* why_not) {
  int devices = 0;
  const auto no = [&](const std::string& why) {
    if (why_not != nullptr) *why_not = why;
    return false;
  };
  const auto in_words = [](cudaError_t error) {
    return " (" + std::string(cudaGetErrorString(error)) + ")";
  };
  cudaError_t error = cudaGetDeviceCount(&devices);
  if (error != cudaSuccess) return no("finds no GPU" + in_words(error));
  if (devices == 0) return no("finds no GPU");
  // Is there code for this GPU?
  cudaFuncAttributes attributes;
  error = cudaFuncGetAttributes(&attributes, nothing);
  return error == cudaSuccess || no("cannot use this GPU" + in_words(error));
}

CudaWork run_cuda(const Job& job, std::uint64_t first, std::uint64_t runs, CudaSink& sink,
                  const CudaTuning& tuning) {
  return Run(job, sink, tuning, runs).simulate(first, runs);
}

}  // namespace mirador::lanes
