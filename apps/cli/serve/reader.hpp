#pragma once

#include <chrono>
#include <map>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "serve/worker.hpp"

namespace mirador::cli {

/// A thread with a store of its own that changes nothing: it answers requests that read, and keeps
/// streams up to date. A stream gets the status of its experiment at once and after every change,
/// by whatever process, at most every `pace`, and less often if a status takes long.
class Reader {
 public:
  using Clock = std::chrono::steady_clock;
  static constexpr std::chrono::milliseconds pace{100};

  Reader(OpenExperiments::Opener open, WorkerCounts& counts);
  /// Answers what waits, and ends the streams.
  ~Reader();
  Reader(const Reader&) = delete;
  Reader& operator=(const Reader&) = delete;

  struct Job {
    /// Empty: a stream of the experiment `name`.
    std::function<http::Response(OpenExperiments&)> answer;
    std::string name;
    std::unique_ptr<http::Exchange> exchange;
  };
  /// False: too many wait, and the job is unchanged.
  bool add(Job& job) { return jobs_.add(job); }

 private:
  using Text = std::shared_ptr<const std::string>;
  /// An experiment that is watched.
  struct Watched {
    std::vector<std::shared_ptr<http::EventStream>> streams;
    std::uint64_t identity = 0, position = 0;  ///< of the last event
    Text last;
    Clock::time_point next{};  ///< not before
    bool is_due = false;
  };

  void run();
  void begin_stream(const std::string& name, http::Exchange& exchange);
  void look_for_changes();
  void publish();
  void publish(const std::string& name, Watched& watched);
  void describe(LiveExperiment& experiment, Watched& watched);

  OpenExperiments experiments_;
  WorkerCounts& counts_;
  std::map<std::string, Watched> watched_;
  std::uint64_t version_ = 0;      // of the store, when it was last looked at
  Clock::time_point next_look_{};  // not before
  JobQueue<Job> jobs_;
  std::thread thread_;
};

}  // namespace mirador::cli
