#include "serve/reader.hpp"

#include <algorithm>
#include <utility>

#include "live/render.hpp"
#include "serve/problem.hpp"

namespace mirador::cli {
namespace {

/// "event: status" and the status as JSON.
std::string status_event(LiveExperiment& experiment) {
  const std::string text =
      to_json(StatusReport{experiment.name(), experiment.spec(), experiment.session().status()});
  std::string event = "event: status\n";
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    event += "data: " + text.substr(at, end - at) + "\n";
    at = end + 1;
  }
  return event + "\n";
}

}  // namespace

Reader::Reader(OpenExperiments::Opener open, WorkerCounts& counts)
    : experiments_(std::move(open)), counts_(counts), thread_([this] { run(); }) {}

Reader::~Reader() {
  jobs_.close();
  thread_.join();
}

void Reader::run() {
  for (;;) {
    auto jobs = watched_.empty() ? jobs_.take_all() : jobs_.take_all(pace);
    if (!jobs) break;
    for (Job& job : *jobs) {
      if (jobs_.is_closed()) break;
      if (job.answer) {
        respond(*job.exchange, counts_, [&] { return job.answer(experiments_); });
      } else {
        begin_stream(job.name, *job.exchange);
      }
    }
    look_for_changes();
    publish();
  }
  for (auto& [name, watched] : watched_) {
    for (const auto& stream : watched.streams) stream->end();
  }
}

void Reader::describe(LiveExperiment& experiment, Watched& watched) {
  const Clock::time_point began = Clock::now();
  watched.last = std::make_shared<const std::string>(status_event(experiment));
  watched.identity = experiment.identity();
  watched.position = experiment.position();
  // A status that takes long leaves most of the time to other requests.
  const Clock::time_point now = Clock::now();
  watched.next = now + std::max<Clock::duration>(pace, 4 * (now - began));
}

void Reader::begin_stream(const std::string& name, http::Exchange& exchange) {
  try {
    LiveExperiment& experiment = experiments_.current(name);
    Watched& watched = watched_[name];
    const bool is_known = watched.last && watched.identity == experiment.identity() &&
                          watched.position == experiment.position();
    if (!is_known) {
      describe(experiment, watched);
      for (const auto& stream : watched.streams) stream->offer(watched.last);
    }
    watched.streams.push_back(exchange.open_stream({}));
    watched.streams.back()->offer(watched.last);
  } catch (...) {
    exchange.respond(problem_of(std::current_exception()));
  }
}

void Reader::look_for_changes() {
  const Clock::time_point now = Clock::now();
  if (watched_.empty() || now < next_look_) return;
  next_look_ = now + pace / 2;
  try {
    const std::uint64_t version = experiments_.store().version();
    if (std::exchange(version_, version) == version) return;
  } catch (const RunError&) {
    ++counts_.store_errors;  // a store that is out of reach for a moment; requests say so
    return;
  }
  for (auto& [name, watched] : watched_) watched.is_due = true;
}

void Reader::publish() {
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

void Reader::publish(const std::string& name, Watched& watched) {
  watched.is_due = false;
  try {
    LiveExperiment& experiment = experiments_.kept(name);
    experiment.refresh();
    if (experiment.position() == watched.position) return;
    describe(experiment, watched);
    for (const auto& stream : watched.streams) stream->offer(watched.last);
  } catch (const NotFound&) {
    experiments_.forget(name);
    for (const auto& stream : watched.streams) stream->end();
  } catch (const std::exception&) {
    ++counts_.store_errors;
    watched.is_due = true;
    watched.next = Clock::now() + pace;
  }
}

}  // namespace mirador::cli
