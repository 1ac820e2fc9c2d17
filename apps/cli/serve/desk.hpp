#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "http/message.hpp"
#include "mirador/live/live_experiment.hpp"
#include "mirador/store/store.hpp"

namespace mirador::cli {

/// The experiments of a store that are open. For one thread.
class Books {
 public:
  using Opener = std::function<std::unique_ptr<Store>()>;
  explicit Books(Opener open) : open_(std::move(open)) {}

  Store& store();
  /// Opened once and kept; the least recently used is closed when there are many.
  LiveExperiment& experiment(const std::string& name);
  /// It is opened anew the next time.
  void forget(const std::string& name);

 private:
  struct Open {
    std::unique_ptr<LiveExperiment> experiment;
    std::list<std::string>::iterator place;
  };
  Opener open_;
  std::unique_ptr<Store> store_;
  std::list<std::string> by_use_;  // the last used first
  std::map<std::string, Open> all_;
};

/// A thread with a store of its own, which does what clients ask. All changes of an experiment that
/// wait at one time are committed together, so they share one wait for the disk. Streams get the
/// status of their experiment after every change, also by other processes, at most every `pace`.
class Desk {
 public:
  /// Makes the response; for a change after it was made, with its errand.
  using Reply = std::function<http::Response(Books& books, Errand* errand)>;
  struct Job {
    std::string name;  ///< of the experiment, if it is about one
    std::optional<Errand> errand;
    Reply reply;
    std::unique_ptr<http::Exchange> exchange;
  };
  /// The event that streams get, and what an error becomes.
  struct Words {
    std::function<std::string(LiveExperiment&)> event;
    std::function<http::Response(std::exception_ptr)> problem;
  };

  static constexpr std::size_t most_waiting = 4096;
  static constexpr std::chrono::milliseconds pace{100};

  Desk(Books::Opener open, Words words);
  /// Finishes what waits.
  ~Desk();
  Desk(const Desk&) = delete;
  Desk& operator=(const Desk&) = delete;

  /// False: too many wait, and the job is given back.
  bool submit(Job& job);
  /// Opens a stream of an experiment, or answers with a problem.
  void watch(std::string name, std::unique_ptr<http::Exchange> exchange);
  std::uint64_t store_errors() const { return store_errors_; }

 private:
  using Clock = std::chrono::steady_clock;
  struct Watched {
    std::vector<std::shared_ptr<http::EventStream>> streams;
    std::shared_ptr<const std::string> last;
    Clock::time_point next{};  // not before
    bool is_due = false;
  };

  void run();
  /// All that wait, possibly none while there are streams; nothing at the end.
  std::optional<std::deque<Job>> next_jobs();
  void work(std::deque<Job> jobs);
  void change_together(const std::string& name, std::span<Job*> jobs);
  void answer(Job& job, Errand* errand);
  void begin_watching(const std::string& name, std::unique_ptr<http::Exchange> exchange);
  void look_for_changes_of_others();
  void publish();
  void publish(const std::string& name, Watched& watched);
  http::Response problem(std::exception_ptr error);

  Books books_;
  Words words_;
  std::map<std::string, Watched> watched_;
  std::uint64_t version_ = 0;
  std::atomic<std::uint64_t> store_errors_{0};
  std::mutex mutex_;
  std::condition_variable filled_;
  std::deque<Job> waiting_;  // guarded by mutex_
  bool ends_ = false;        // guarded by mutex_
  std::thread thread_;
};

}  // namespace mirador::cli
