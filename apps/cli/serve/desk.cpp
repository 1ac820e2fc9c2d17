#include "serve/desk.hpp"

#include <algorithm>
#include <utility>

namespace mirador::cli {
namespace {

constexpr std::size_t most_open = 1000;

}  // namespace

Store& Books::store() {
  if (!store_) store_ = open_();
  return *store_;
}

LiveExperiment& Books::experiment(const std::string& name) {
  const auto found = all_.find(name);
  if (found != all_.end()) {
    by_use_.splice(by_use_.begin(), by_use_, found->second.place);
    return *found->second.experiment;
  }
  auto experiment = std::make_unique<LiveExperiment>(store(), name);
  if (all_.size() >= most_open) forget(std::string(by_use_.back()));
  by_use_.push_front(name);
  return *all_.emplace(name, Open{std::move(experiment), by_use_.begin()}).first->second.experiment;
}

void Books::forget(const std::string& name) {
  const auto found = all_.find(name);
  if (found == all_.end()) return;
  by_use_.erase(found->second.place);
  all_.erase(found);
}

Desk::Desk(Books::Opener open, Words words)
    : books_(std::move(open)), words_(std::move(words)), thread_([this] { run(); }) {}

Desk::~Desk() {
  {
    const std::lock_guard lock(mutex_);
    ends_ = true;
  }
  filled_.notify_one();
  thread_.join();
}

bool Desk::submit(Job& job) {
  {
    const std::lock_guard lock(mutex_);
    if (waiting_.size() >= most_waiting || ends_) return false;
    waiting_.push_back(std::move(job));
  }
  filled_.notify_one();
  return true;
}

void Desk::watch(std::string name, std::unique_ptr<http::Exchange> exchange) {
  // A job without a reply begins a stream.
  Job job{std::move(name), std::nullopt, nullptr, std::move(exchange)};
  if (!submit(job)) job.exchange->respond({429, "text/plain", "too many requests wait\n"});
}

void Desk::run() {
  for (;;) {
    auto jobs = next_jobs();
    if (!jobs) break;
    work(std::move(*jobs));
    look_for_changes_of_others();
    publish();
  }
  for (auto& [name, watched] : watched_) {
    for (const auto& stream : watched.streams) stream->end();
  }
}

std::optional<std::deque<Desk::Job>> Desk::next_jobs() {
  std::unique_lock lock(mutex_);
  const auto is_filled = [&] { return !waiting_.empty() || ends_; };
  if (watched_.empty()) {
    filled_.wait(lock, is_filled);
  } else {
    filled_.wait_for(lock, pace, is_filled);
  }
  if (ends_ && waiting_.empty()) return std::nullopt;
  return std::exchange(waiting_, {});
}

void Desk::work(std::deque<Job> jobs) {
  std::map<std::string, std::vector<Job*>> changes;
  for (Job& job : jobs) {
    if (job.errand) changes[job.name].push_back(&job);
  }
  for (auto& [name, together] : changes) change_together(name, together);
  for (Job& job : jobs) {
    if (job.errand) continue;
    job.reply ? answer(job, nullptr) : begin_watching(job.name, std::move(job.exchange));
  }
}

void Desk::change_together(const std::string& name, std::span<Job*> jobs) {
  std::vector<Errand> errands;
  for (Job* job : jobs) errands.push_back(std::move(*job->errand));
  try {
    books_.experiment(name).make_together(errands);
  } catch (const NotFound&) {
    books_.forget(name);  // deleted, or deleted and begun again
    for (Errand& errand : errands) errand.error = std::current_exception();
  } catch (...) {
    for (Errand& errand : errands) errand.error = std::current_exception();
  }
  for (std::size_t i = 0; i < jobs.size(); ++i) answer(*jobs[i], &errands[i]);
  if (const auto found = watched_.find(name); found != watched_.end()) found->second.is_due = true;
}

void Desk::answer(Job& job, Errand* errand) {
  try {
    if (errand != nullptr && errand->error) std::rethrow_exception(errand->error);
    job.exchange->respond(job.reply(books_, errand));
  } catch (...) {
    job.exchange->respond(problem(std::current_exception()));
  }
}

http::Response Desk::problem(std::exception_ptr error) {
  http::Response response = words_.problem(std::move(error));
  if (response.status >= 500) ++store_errors_;
  return response;
}

void Desk::begin_watching(const std::string& name, std::unique_ptr<http::Exchange> exchange) {
  std::shared_ptr<const std::string> event;
  try {
    event = std::make_shared<const std::string>(words_.event(books_.experiment(name)));
  } catch (...) {
    return exchange->respond(problem(std::current_exception()));
  }
  Watched& watched = watched_[name];
  watched.last = event;
  watched.streams.push_back(exchange->open_stream({}));
  watched.streams.back()->offer(std::move(event));
}

void Desk::look_for_changes_of_others() {
  if (watched_.empty()) return;
  try {
    const std::uint64_t version = books_.store().version();
    if (std::exchange(version_, version) == version) return;
  } catch (const RunError&) {
    ++store_errors_;  // a store that is away for a moment; requests say so
    return;
  }
  for (auto& [name, watched] : watched_) watched.is_due = true;
}

void Desk::publish() {
  for (auto at = watched_.begin(); at != watched_.end();) {
    Watched& watched = at->second;
    std::erase_if(watched.streams, [](const auto& stream) { return !stream->is_open(); });
    if (watched.streams.empty()) {
      at = watched_.erase(at);
      continue;
    }
    if (watched.is_due && Clock::now() >= watched.next) publish(at->first, watched);
    ++at;
  }
}

void Desk::publish(const std::string& name, Watched& watched) {
  watched.is_due = false;
  watched.next = Clock::now() + pace;
  try {
    auto event = std::make_shared<const std::string>(words_.event(books_.experiment(name)));
    if (*event == *watched.last) return;
    watched.last = event;
    for (const auto& stream : watched.streams) stream->offer(event);
  } catch (const NotFound&) {
    books_.forget(name);
    for (const auto& stream : watched.streams) stream->end();
  } catch (const std::exception&) {
    ++store_errors_;
    watched.is_due = true;
  }
}

}  // namespace mirador::cli
