#include "mpi/team.hpp"

#include <fmt/format.h>

#include <atomic>
#include <charconv>
#include <chrono>
#include <optional>
#include <thread>

#include "arguments/command_line.hpp"
#include "mirador/core/error.hpp"
#include "mirador/simulate/campaign.hpp"
#include "mirador/simulate/result_text.hpp"
#include "mirador/simulate/simulate.hpp"
#include "sim/fingerprint.hpp"
#include "terminal/interrupt.hpp"
#include "terminal/output.hpp"

namespace mirador::cli {
namespace {

/// Tells a worker to stop while it simulates. No order begins with this word.
constexpr std::string_view halt_message = "halt";

/// "FIRST RUNS\n" and the fingerprint of what is simulated.
std::string order_of(const Plan& share, const Fingerprint& fingerprint) {
  return fmt::format("{} {}\n{}", share.first, share.runs, lines_of(fingerprint));
}

/// The part of a block that a rank simulates. Parts follow each other in the order of the ranks.
Plan share_of(const Plan& block, int rank, int ranks) {
  const auto start = [&](int number) {
    const auto r = static_cast<std::uint64_t>(number), all = static_cast<std::uint64_t>(ranks);
    return block.runs / all * r + std::min(block.runs % all, r);
  };
  Plan share = block;
  share.first = block.first + start(rank);
  share.runs = start(rank + 1) - start(rank);
  return share;
}

/// The command line as the worker reads it.
struct Work {
  ProblemSpec problem;
  SimRequest request;
  std::string fingerprint;
};

Work read_work(const Ranks& ranks, int argc, const char* const* argv) {
  const RawOptions options = with_spec_file(parse_command_line(argc, argv).options);
  Work work{.problem = read_problem(options), .request = {}, .fingerprint = {}};
  work.request = read_sim(options, work.problem, read_rounds(options));
  if (work.request.plan.threads == 0) work.request.plan.threads = ranks.fair_threads();
  work.fingerprint = lines_of(fingerprint_of(work.problem, work.request));
  return work;
}

Plan share_in(const std::string& order, const Work& work) {
  Plan share = work.request.plan;
  share.campaign_runs = share.runs;
  const char *at = order.data(), *const end = at + order.size();
  for (std::uint64_t* number : {&share.first, &share.runs}) {
    at = std::from_chars(at, end, *number).ptr + 1;  // a space, a line break
  }
  if (std::string_view(at, end) != work.fingerprint) {
    throw InputError(
        "this rank reads another problem than rank 0; give all ranks the same command line and "
        "files");
  }
  return share;
}

std::vector<RuleResult> simulate_until_halted(Ranks& ranks, const Work& work, const Plan& share,
                                              const std::atomic<bool>& signalled) {
  std::atomic<bool> stop{false};
  Control control;
  control.interrupted = &stop;
  control.progress = [&](std::uint64_t, std::uint64_t) {
    if (signalled || (!stop && ranks.receive_if_sent(0))) stop = true;
  };
  if (signalled) return {};
  return mirador::simulate(work.problem, share, control);
}

void work_until_dismissed(Ranks& ranks, int argc, const char* const* argv) {
  const std::atomic<bool>& signalled = watch_for_interrupt();
  std::optional<Work> work;
  for (std::string order = ranks.receive(0); !order.empty(); order = ranks.receive(0)) {
    if (order == halt_message) continue;  // came after the work was done
    if (!work) work = read_work(ranks, argc, argv);
    const Plan share = share_in(order, *work);
    ranks.send(0, results_to_text(simulate_until_halted(ranks, *work, share, signalled)));
  }
}

}  // namespace

std::vector<RuleResult> Team::simulate(const SimReport& report, const Plan& block,
                                       const Control& control) {
  const std::size_t arms = report.problem.means.size();
  const auto share = [&](int rank) { return share_of(block, rank, ranks_->size()); };
  const Fingerprint fingerprint = fingerprint_of(report.problem, report.request);
  at_work_ = true;
  halted_ = false;
  for (int rank = 1; rank < ranks_->size(); ++rank) {
    if (share(rank).runs > 0) ranks_->send(rank, order_of(share(rank), fingerprint));
  }
  std::vector<RuleResult> results = blank_results(block, arms);
  append_results(results, own_share(report, share(0), control), share(0), arms);
  for (int rank = 1; rank < ranks_->size(); ++rank) {
    if (share(rank).runs == 0) continue;
    append_results(results, results_from_text(reply_of(rank, control)), share(rank), arms);
  }
  at_work_ = false;
  return results;
}

std::vector<RuleResult> Team::own_share(const SimReport& report, const Plan& share,
                                        const Control& control) {
  Plan mine = share;
  if (mine.threads == 0) mine.threads = ranks_->fair_threads();
  return mirador::simulate(report.problem, mine, control);
}

std::string Team::reply_of(int rank, const Control& control) {
  for (;;) {
    if (control.stop_requested()) halt();
    if (std::optional<std::string> reply = ranks_->receive_if_sent(rank)) return *std::move(reply);
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
}

void Team::halt() {
  if (halted_) return;
  halted_ = true;
  for (int rank = 1; rank < ranks_->size(); ++rank) ranks_->send(rank, halt_message);
}

void Team::dismiss(ExitCode code) {
  if (at_work_) ranks_->abort(code);
  for (int rank = 1; rank < ranks_->size(); ++rank) ranks_->send(rank, "");
}

ExitCode work_for_rank_0(Ranks& ranks, int argc, const char* const* argv) {
  try {
    work_until_dismissed(ranks, argc, argv);
    return ExitCode::done;
  } catch (const InputError& error) {
    write_message(fmt::format("rank {} failed: {}", ranks.rank(), error.what()));
    ranks.abort(ExitCode::bad_input);
  } catch (const std::exception& error) {
    write_message(fmt::format("rank {} failed: {}", ranks.rank(), error.what()));
    ranks.abort(ExitCode::failed);
  }
}

}  // namespace mirador::cli
