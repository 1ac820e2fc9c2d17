#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <thread>
#include <variant>
#include <vector>

#include "http/message.hpp"
#include "serve/job_queue.hpp"
#include "serve/open_experiments.hpp"

namespace mirador::cli {

/// What the workers of a service have in common, for metrics.
struct WorkerCounts {
  std::atomic<std::uint64_t> store_errors{0};
  std::atomic<std::uint64_t> results{0};  ///< values that were told or observed
  std::atomic<std::uint64_t> commits{0};
};

/// A request that a worker answers.
struct Job {
  /// A change of an experiment, and the answer after it was made.
  struct Changing {
    std::string name;
    Change change;
    /// Throws InputError for an experiment that must not be changed in this way.
    std::function<void(const LiveExperiment&)> check;
    std::function<http::Response(OpenExperiments&, LiveExperiment&, const Change&)> answer;
  };
  using Answer = std::function<http::Response(OpenExperiments&)>;

  /// Anything that is not `Changing` is answered on its own.
  std::variant<Changing, Answer> work;
  std::unique_ptr<http::Exchange> exchange;
};

/// A thread with a store of its own that makes changes. All changes of an experiment that wait at
/// one time are committed together, so they share one wait for the disk.
class Writer {
 public:
  Writer(OpenExperiments::Opener open, WorkerCounts& counts);
  /// Drops what waits.
  ~Writer();
  Writer(const Writer&) = delete;
  Writer& operator=(const Writer&) = delete;

  /// False: too many wait, and the job is unchanged.
  bool add(Job& job) { return jobs_.add(job); }

 private:
  void run();
  void change_together(const std::string& name, std::span<Job*> jobs);
  /// Of a change that was made.
  http::Response answer_of(const Job::Changing& job, const Change& change);
  void make(const std::string& name, std::span<Job*> jobs, std::span<Change> changes);

  OpenExperiments experiments_;
  WorkerCounts& counts_;
  JobQueue<Job> jobs_;
  std::thread thread_;
};

/// Runs `answer` and sends the answer, or the problem of its exception.
void respond(http::Exchange& exchange, WorkerCounts& counts,
             const std::function<http::Response()>& answer);

}  // namespace mirador::cli
