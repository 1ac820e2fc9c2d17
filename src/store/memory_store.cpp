#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <map>
#include <mutex>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "mirador/store/stores.hpp"
#include "record.hpp"

namespace mirador {

namespace {

constexpr std::chrono::seconds longest_wait{10};
const std::string place = "memory";

struct Log {
  std::uint64_t identity = 0;
  std::string spec;
  std::int64_t created = 0;
  std::vector<Event> events;
  std::vector<std::int64_t> times;           // times of the events
  std::unordered_set<std::int64_t> results;  // tickets with a result
  struct Change {
    std::size_t first, count;  // its events
  };
  std::unordered_map<Request, Change> changes;
  bool writing = false;
};

/// All logs, behind one lock that is held only briefly.
struct Shelf {
  std::mutex mutex;
  std::condition_variable freed;
  std::map<std::string, Log> logs;
  std::uint64_t made = 0;     // logs so far
  std::uint64_t version = 0;  // counts the changes

  Log& find(const std::string& name) {
    const auto found = logs.find(name);
    if (found == logs.end()) store::unknown_experiment(name, place);
    return found->second;
  }

  /// Waits until no thread writes to the experiment. The name may disappear and reappear while
  /// waiting.
  Log& find_free(std::unique_lock<std::mutex>& lock, const std::string& name) {
    const bool free = freed.wait_for(lock, longest_wait, [&] { return !find(name).writing; });
    if (!free) {
      throw RunError("the experiment " + store::shown(name) +
                     " is busy: another thread has been writing for 10 s; try again");
    }
    return find(name);
  }
};

void check_results(const std::string& name, const Log& log, std::unordered_set<std::int64_t>& mine,
                   std::span<const Event> events) {
  for (const Event& event : events) {
    const store::Record record = store::to_record(event);
    if (!store::is_result(record.kind)) continue;
    if (log.results.contains(record.ticket) || !mine.insert(record.ticket).second) {
      store::second_result(name);
    }
  }
}

/// Events are buffered here until the commit: readers never see them before.
class MemoryTransaction : public Transaction {
 public:
  MemoryTransaction(Shelf& shelf, Log& log, std::string name, Request request)
      : shelf_(shelf), log_(log), name_(std::move(name)), mark_(std::move(request)) {}
  ~MemoryTransaction() override {
    if (open_) close();
  }
  MemoryTransaction(const MemoryTransaction&) = delete;
  MemoryTransaction& operator=(const MemoryTransaction&) = delete;

  std::uint64_t identity() const override { return log_.identity; }

  void read(std::uint64_t after, const EventSink& sink) override {
    check_open();
    // The log cannot change now, so it needs no lock.
    for (std::size_t i = after; i < log_.events.size(); ++i) sink(log_.events[i]);
    const std::size_t before = log_.events.size();
    for (std::size_t i = after > before ? after - before : 0; i < pending_.size(); ++i) {
      sink(pending_[i]);
    }
  }

  std::vector<Ticket> handed_out_before(std::chrono::milliseconds age) override {
    check_open();
    const std::int64_t latest = store::now_ms() - age.count();
    std::map<std::int64_t, std::int64_t> last;
    for (std::size_t i = 0; i < log_.events.size(); ++i) {
      const store::Record record = store::to_record(log_.events[i]);
      if (store::hands_out(record.kind)) last[record.ticket] = log_.times[i];
    }
    std::vector<Ticket> tickets;
    for (const Event& event : pending_) {
      const store::Record record = store::to_record(event);
      if (store::hands_out(record.kind)) last[record.ticket] = store::now_ms();
    }
    for (const auto& [ticket, time] : last) {
      if (time <= latest) tickets.push_back(static_cast<Ticket>(ticket));
    }
    return tickets;
  }

  std::optional<std::vector<Event>> appended(const Request& request) override {
    check_open();
    const auto part = [](const std::vector<Event>& events, std::size_t first, std::size_t count) {
      const auto begin = events.begin() + static_cast<std::ptrdiff_t>(first);
      return std::vector<Event>(begin, begin + static_cast<std::ptrdiff_t>(count));
    };
    const auto found = log_.changes.find(request);
    if (found != log_.changes.end()) {
      return part(log_.events, found->second.first, found->second.count);
    }
    const auto mine = changes_.find(request);
    if (mine == changes_.end()) return std::nullopt;
    return part(pending_, mine->second.first - log_.events.size(), mine->second.count);
  }

  void begin_request(const Request& request) override { mark_.begin(request); }

  void append(std::span<const Event> events) override {
    check_open();
    try {
      store::check_readings(name_, events);
      check_results(name_, log_, results_, events);
    } catch (...) {
      close();
      throw;
    }
    if (events.empty()) return;
    if (Request request = mark_.take(); !request.empty()) {
      const Log::Change begun{log_.events.size() + pending_.size(), 0};
      last_ = &changes_.insert_or_assign(std::move(request), begun).first->second;
    }
    last_->count += events.size();
    pending_.insert(pending_.end(), events.begin(), events.end());
  }

  void commit() override {
    check_open();
    {
      const std::lock_guard lock(shelf_.mutex);
      log_.changes.merge(changes_);
      log_.events.insert(log_.events.end(), pending_.begin(), pending_.end());
      log_.times.resize(log_.events.size(), store::now_ms());
      log_.results.merge(results_);
      if (!pending_.empty()) ++shelf_.version;
    }
    close();
  }

  void remove() override {
    check_open();
    open_ = false;
    {
      const std::lock_guard lock(shelf_.mutex);
      shelf_.logs.erase(name_);
      ++shelf_.version;
    }
    // Wakes waiting writers, because the experiment no longer exists.
    shelf_.freed.notify_all();
  }

 private:
  void check_open() const {
    if (!open_) throw std::logic_error("the transaction is over");
  }
  void close() {
    {
      const std::lock_guard lock(shelf_.mutex);
      log_.writing = false;
    }
    open_ = false;
    shelf_.freed.notify_all();
  }

  Shelf& shelf_;
  Log& log_;
  std::string name_;
  store::RequestMark mark_;
  std::unordered_map<Request, Log::Change> changes_;
  Log::Change* last_ = nullptr;  // of them
  std::vector<Event> pending_;
  std::unordered_set<std::int64_t> results_;
  bool open_ = true;
};

class MemoryStore : public Store {
 public:
  void create(const std::string& name, const std::string& spec,
              std::span<const Event> events) override {
    store::check_name(name);
    store::check_spec(spec);
    store::check_readings(name, events);
    Log log{.spec = spec,
            .created = store::now_ms(),
            .events = {events.begin(), events.end()},
            .times = std::vector<std::int64_t>(events.size(), store::now_ms()),
            .results = {},
            .changes = {}};
    check_results(name, Log{}, log.results, events);
    const std::lock_guard lock(shelf_.mutex);
    log.identity = ++shelf_.made;
    if (!shelf_.logs.emplace(name, std::move(log)).second) store::taken_name(name, place);
    ++shelf_.version;
  }

  std::vector<Listing> list() override {
    const std::lock_guard lock(shelf_.mutex);
    std::vector<Listing> result;
    for (const auto& [name, log] : shelf_.logs) {
      const std::int64_t heard = log.times.empty() ? log.created : log.times.back();
      result.push_back(
          {name, store::iso_time(log.created), log.events.size(), store::iso_time(heard)});
    }
    return result;
  }

  std::string spec(const std::string& name) override {
    const std::lock_guard lock(shelf_.mutex);
    return shelf_.find(name).spec;
  }

  std::uint64_t identity(const std::string& name) override {
    const std::lock_guard lock(shelf_.mutex);
    return shelf_.find(name).identity;
  }

  void read(const std::string& name, std::uint64_t after, const EventSink& sink) override {
    std::vector<Event> events;
    {
      const std::lock_guard lock(shelf_.mutex);
      const Log& log = shelf_.find(name);
      if (after > log.events.size()) {
        store::fewer_events(name, static_cast<std::int64_t>(log.events.size()),
                            static_cast<std::int64_t>(after));
      }
      for (std::size_t i = after; i < log.events.size(); ++i) events.push_back(log.events[i]);
    }
    for (const Event& event : events) sink(event);
  }

  std::unique_ptr<Transaction> write(const std::string& name, const Request& request) override {
    std::unique_lock lock(shelf_.mutex);
    Log& log = shelf_.find_free(lock, name);
    log.writing = true;
    return std::make_unique<MemoryTransaction>(shelf_, log, name, request);
  }

  bool holds(const std::string& name, const Request& request) override {
    const std::lock_guard lock(shelf_.mutex);
    return shelf_.find(name).changes.contains(request);
  }

  void rename(const std::string& name, const std::string& fresh) override {
    store::check_name(fresh);
    std::unique_lock lock(shelf_.mutex);
    shelf_.find_free(lock, name);
    if (shelf_.logs.contains(fresh)) store::taken_name(fresh, place);
    auto log = shelf_.logs.extract(name);
    log.key() = fresh;
    shelf_.logs.insert(std::move(log));
    ++shelf_.version;
    // Wakes waiting writers, because there is no experiment of the old name.
    shelf_.freed.notify_all();
  }

  void remove(const std::string& name) override {
    std::unique_lock lock(shelf_.mutex);
    shelf_.find_free(lock, name);
    shelf_.logs.erase(name);
    ++shelf_.version;
    // Wakes waiting writers, because the experiment no longer exists.
    shelf_.freed.notify_all();
  }

  std::uint64_t version() override {
    const std::lock_guard lock(shelf_.mutex);
    return shelf_.version;
  }

  std::vector<std::string> verify() override {
    const std::lock_guard lock(shelf_.mutex);
    std::vector<std::string> names;
    for (const auto& [name, log] : shelf_.logs) names.push_back(name);
    return names;
  }

 private:
  Shelf shelf_;
};

}  // namespace

std::unique_ptr<Store> open_memory() { return std::make_unique<MemoryStore>(); }

}  // namespace mirador
