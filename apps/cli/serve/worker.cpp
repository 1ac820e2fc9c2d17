#include "serve/worker.hpp"

#include <utility>

#include "serve/problem.hpp"

namespace mirador::cli {

static http::Response response_of(WorkerCounts& counts,
                                  const std::function<http::Response()>& answer) {
  http::Response response;
  try {
    response = answer();
  } catch (...) {
    response = problem_of(std::current_exception());
  }
  if (response.status >= 500) ++counts.store_errors;
  return response;
}

void respond(http::Exchange& exchange, WorkerCounts& counts,
             const std::function<http::Response()>& answer) {
  exchange.respond(response_of(counts, answer));
}

Writer::Writer(OpenExperiments::Opener open, WorkerCounts& counts)
    : experiments_(std::move(open)), counts_(counts), thread_([this] { run(); }) {}

Writer::~Writer() {
  jobs_.close();
  thread_.join();
}

void Writer::run() {
  while (auto jobs = jobs_.take_all()) {
    std::map<std::string, std::vector<Job*>> changes;
    for (Job& job : *jobs) {
      if (const auto* one = std::get_if<Job::Changing>(&job.work)) {
        changes[one->name].push_back(&job);
      }
    }
    for (auto& [name, together] : changes) {
      if (!jobs_.is_closed()) change_together(name, together);
    }
    for (Job& job : *jobs) {
      if (jobs_.is_closed()) break;
      if (const auto* answer = std::get_if<Job::Answer>(&job.work)) {
        respond(*job.exchange, counts_, [&] { return (*answer)(experiments_); });
      }
    }
  }
}

void Writer::make(const std::string& name, std::span<Job*> jobs, std::span<Change> changes) {
  LiveExperiment& experiment = experiments_.kept(name);
  std::vector<Change*> checked;
  for (std::size_t i = 0; i < jobs.size(); ++i) {
    changes[i].error = nullptr;
    try {
      std::get<Job::Changing>(jobs[i]->work).check(experiment);
      checked.push_back(&changes[i]);
    } catch (const InputError&) {
      changes[i].error = std::current_exception();
    }
  }
  experiment.make_together(checked);
  ++counts_.commits;
}

static std::uint64_t results_of(const Change& change) {
  const bool is_new = !change.error && !change.was_made_before;
  const bool measures = std::holds_alternative<TellResults>(change.action) ||
                        std::holds_alternative<ObserveValue>(change.action) ||
                        std::holds_alternative<ObserveValues>(change.action) ||
                        std::holds_alternative<ObserveRounds>(change.action);
  return is_new && measures ? change.events.size() : 0;
}

http::Response Writer::answer_of(const Job::Changing& job, const Change& change) {
  try {
    return job.answer(experiments_, experiments_.kept(job.name), change);
  } catch (const RunError& error) {
    throw RunError("the change is stored, but the answer failed (" + std::string(error.what()) +
                   "); a repeat with the same Idempotency-Key changes nothing");
  }
}

void Writer::change_together(const std::string& name, std::span<Job*> jobs) {
  std::vector<Change> changes;
  for (Job* job : jobs) changes.push_back(std::move(std::get<Job::Changing>(job->work).change));
  std::exception_ptr failure;
  try {
    try {
      make(name, jobs, changes);
    } catch (const NotFound&) {
      experiments_.forget(name);  // it was deleted; another one may have its name now
      make(name, jobs, changes);
    }
  } catch (...) {
    failure = std::current_exception();
  }
  std::vector<http::Response> responses;
  for (std::size_t i = 0; i < jobs.size(); ++i) {
    responses.push_back(response_of(counts_, [&] {
      if (failure) std::rethrow_exception(failure);
      if (changes[i].error) std::rethrow_exception(changes[i].error);
      counts_.results += results_of(changes[i]);
      return answer_of(std::get<Job::Changing>(jobs[i]->work), changes[i]);
    }));
  }
  // One after the other, so that the threads of the connections are woken once.
  for (std::size_t i = 0; i < jobs.size(); ++i) {
    jobs[i]->exchange->respond(std::move(responses[i]));
  }
}

}  // namespace mirador::cli
