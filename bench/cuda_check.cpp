// Compares the GPU with the processor, replication by replication, and measures its speed. Needs
// only src/simulate/lanes and CUDA: tools/cuda_check.sh builds and runs it.
//   cuda_check [--parts grid,speed,many] [--scale 1] [--seconds 2.5] [--runs 100000000]
//              [--threads 128] [--blocks 0] [--chunk 0] [--memory MiB] [--rules lma,bc] [--verbose]

#include <sys/resource.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "cuda_cases.hpp"
#include "simulate/lanes/answer.hpp"
#include "simulate/lanes/backends.hpp"
#include "simulate/lanes/cuda.hpp"

namespace {

using namespace mirador::lanes;
using namespace cuda_cases;

double now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

struct Options {
  std::string parts = "grid,speed,many", rules;
  double scale = 1.0, seconds = 2.5;
  std::uint64_t runs = 100'000'000;
  bool verbose = false;
  CudaTuning tuning;

  bool wants(const char* part) const { return parts.find(part) != std::string::npos; }
};

Options parse(int argc, char** argv) {
  Options options;
  for (int i = 1; i < argc; ++i) {
    const std::string name = argv[i];
    if (name == "--verbose") {
      options.verbose = true;
      continue;
    }
    if (i + 1 >= argc) throw std::invalid_argument(name + " needs a value");
    const char* value = argv[++i];
    if (name == "--parts")
      options.parts = value;
    else if (name == "--rules")
      options.rules = value;
    else if (name == "--scale")
      options.scale = std::atof(value);
    else if (name == "--seconds")
      options.seconds = std::atof(value);
    else if (name == "--runs")
      options.runs = static_cast<std::uint64_t>(std::atof(value));
    else if (name == "--threads")
      options.tuning.threads = std::atoi(value);
    else if (name == "--blocks")
      options.tuning.blocks_per_sm = std::atoi(value);
    else if (name == "--chunk")
      options.tuning.chunk = static_cast<std::uint64_t>(std::atof(value));
    else if (name == "--memory")
      options.tuning.memory = std::strtoull(value, nullptr, 10) << 20;
    else
      throw std::invalid_argument(name + " is unknown");
  }
  return options;
}

// ---- the two sides ------------------------------------------------------------------------------

/// Verdicts of a few replications, in the layout of the GPU.
struct Table {
  std::uint64_t arms, risks, runs, first;
  std::vector<Fate> fates;
  std::vector<std::uint64_t> answers;
  std::vector<std::uint32_t> pulls;

  Table(const Job& job, std::uint64_t first_run, std::uint64_t count)
      : arms(static_cast<std::uint64_t>(job.arms)),
        risks(static_cast<std::uint64_t>(job.risks)),
        runs(count),
        first(first_run),
        fates(risks * runs, Fate::unfinished),
        answers(risks * runs),
        pulls(risks * runs * arms) {}
  std::uint32_t& pulls_of(std::uint64_t risk, std::uint64_t arm, std::uint64_t run) {
    return pulls[(risk * arms + arm) * runs + run];
  }
};

class PlainDocket final : public Docket {
 public:
  PlainDocket(const Job& job, Table& table) : job_(job), table_(table) {}

  bool next(std::uint64_t& replication) override {
    replication = table_.first + (current_ = begun_++);
    return current_ < table_.runs;
  }
  void verdict(int, int risk, const Verdict& verdict) override {
    const auto row = static_cast<std::uint64_t>(risk);
    const std::uint64_t at = row * table_.runs + current_;
    table_.fates[at] = verdict.undecided ? Fate::undecided : Fate::decided;
    table_.answers[at] = answer_code(
        job_,
        [&](auto&& f) {
          for (int a = 0; a < job_.arms; ++a) f(a);
        },
        [&](int a) { return verdict.means[a]; });
    std::uint64_t samples = 0;
    for (std::uint64_t a = 0; a < table_.arms; ++a) {
      table_.pulls_of(row, a, current_) = static_cast<std::uint32_t>(verdict.counts[a]);
      samples += static_cast<std::uint64_t>(verdict.counts[a]);
    }
    if (samples != verdict.samples) throw std::logic_error("samples are not the sum of the pulls");
  }
  void finished(int, std::uint64_t, std::uint64_t) override {}
  bool stop_requested() override { return false; }

 private:
  const Job& job_;
  Table& table_;
  std::uint64_t begun_ = 0, current_ = 0;
};

class TableSink final : public CudaSink {
 public:
  explicit TableSink(Table& table) : table_(table) {}
  void take(const CudaVerdicts& verdicts) override {
    for (std::uint64_t i = 0; i < verdicts.count; ++i) {
      const std::uint64_t run = verdicts.first + i - table_.first;
      for (int risk = 0; risk < verdicts.risks; ++risk) {
        const auto row = static_cast<std::uint64_t>(risk);
        table_.fates[row * table_.runs + run] = verdicts.fate(risk, i);
        table_.answers[row * table_.runs + run] = verdicts.answer(risk, i);
        for (int a = 0; a < verdicts.arms; ++a) {
          table_.pulls_of(row, static_cast<std::uint64_t>(a), run) = verdicts.pulls_of(risk, a, i);
        }
      }
    }
  }
  bool stop_requested() override { return false; }
  void while_waiting() override {}

 private:
  Table& table_;
};

struct Comparison {
  std::uint64_t verdicts = 0, different = 0, undecided = 0, samples = 0;
  std::string first_difference;
};

std::string in_words(Table& table, std::uint64_t risk, std::uint64_t run) {
  const std::uint64_t at = risk * table.runs + run;
  std::string out = "fate " + std::to_string(static_cast<int>(table.fates[at])) + " answer " +
                    std::to_string(table.answers[at]) + " pulls";
  for (std::uint64_t a = 0; a < std::min<std::uint64_t>(table.arms, 8); ++a) {
    out += " " + std::to_string(table.pulls_of(risk, a, run));
  }
  return out;
}

Comparison compare(Table& plain, Table& cuda) {
  Comparison out;
  for (std::uint64_t run = 0; run < plain.runs; ++run) {
    for (std::uint64_t risk = 0; risk < plain.risks; ++risk) {
      const std::uint64_t at = risk * plain.runs + run;
      bool same = plain.fates[at] == cuda.fates[at] && plain.answers[at] == cuda.answers[at];
      for (std::uint64_t a = 0; a < plain.arms; ++a) {
        const std::uint32_t pulls = plain.pulls_of(risk, a, run);
        same = same && pulls == cuda.pulls_of(risk, a, run);
        out.samples += risk + 1 == plain.risks ? pulls : 0;
      }
      ++out.verdicts;
      out.undecided += plain.fates[at] == Fate::undecided ? 1 : 0;
      if (same) continue;
      if (out.different++ == 0) {
        out.first_difference = "replication " + std::to_string(plain.first + run) + " risk " +
                               std::to_string(risk) + "\n    plain " + in_words(plain, risk, run) +
                               "\n    cuda  " + in_words(cuda, risk, run);
      }
    }
  }
  return out;
}

// ---- the parts ----------------------------------------------------------------------------------

struct Tally {
  std::mutex mutex;
  std::uint64_t cases = 0, bad = 0, verdicts = 0, different = 0, undecided = 0, samples = 0;
  double plain = 0.0, cuda = 0.0;

  void add(const Case& one, const Comparison& found, double plain_s, double cuda_s, bool verbose) {
    const std::lock_guard lock(mutex);
    ++cases;
    bad += found.different > 0 ? 1 : 0;
    verdicts += found.verdicts, different += found.different;
    undecided += found.undecided, samples += found.samples;
    plain += plain_s, cuda += cuda_s;
    if (verbose)
      std::printf("%-60s plain %.3f s, cuda %.3f s\n", one.name.c_str(), plain_s, cuda_s);
    if (found.different == 0) return;
    std::printf("MISMATCH %s: %llu of %llu verdicts; %s\n", one.name.c_str(),
                static_cast<unsigned long long>(found.different),
                static_cast<unsigned long long>(found.verdicts), found.first_difference.c_str());
  }
};

void compare_case(Case& one, const Options& options, Tally& tally) {
  const Job& job = one.ready();
  Table plain(job, one.first, one.runs), cuda(job, one.first, one.runs);
  const double start = now();
  PlainDocket docket(job, plain);
  run_plain(job, docket);
  const double middle = now();
  TableSink sink(cuda);
  CudaTuning tuning = options.tuning;
  tuning.chunk = one.job.seed == 1 ? tuning.chunk : one.runs / 2 + 1;  // also several chunks
  run_cuda(job, one.first, one.runs, sink, tuning);
  tally.add(one, compare(plain, cuda), middle - start, now() - middle, options.verbose);
}

bool check_grid(const Options& options) {
  std::vector<Case> cases = grid(options.scale);
  Tally tally;
  std::atomic<std::size_t> next{0};
  std::atomic<bool> failed{false};
  const double start = now();
  const auto work = [&] {
    try {
      for (std::size_t i = next++; i < cases.size(); i = next++) {
        compare_case(cases[i], options, tally);
      }
    } catch (const std::exception& error) {
      failed = true;
      next = cases.size();
      std::printf("FAILED %s\n", error.what());
    }
  };
  std::vector<std::thread> threads;
  for (unsigned t = std::max(1u, std::thread::hardware_concurrency()); t > 0; --t) {
    threads.emplace_back(work);
  }
  for (std::thread& thread : threads) thread.join();
  std::printf(
      "grid cases=%llu of=%zu bad_cases=%llu verdicts=%llu different=%llu undecided=%llu "
      "samples=%llu wall_s=%.1f plain_s=%.1f cuda_s=%.1f\n",
      static_cast<unsigned long long>(tally.cases), cases.size(),
      static_cast<unsigned long long>(tally.bad), static_cast<unsigned long long>(tally.verdicts),
      static_cast<unsigned long long>(tally.different),
      static_cast<unsigned long long>(tally.undecided),
      static_cast<unsigned long long>(tally.samples), now() - start, tally.plain, tally.cuda);
  std::fflush(stdout);
  return !failed && tally.bad == 0 && tally.cases == cases.size();
}

/// Sums results at the speed of memory.
class SumSink final : public CudaSink {
 public:
  void take(const CudaVerdicts& verdicts) override {
    const double start = now();
    const auto arms = static_cast<std::uint64_t>(verdicts.arms), count = verdicts.count;
    const auto last = static_cast<std::uint64_t>(verdicts.risks - 1);
    const std::uint32_t* pulls = verdicts.pulls + last * arms * count;
    for (std::uint64_t i = 0; i < arms * count; ++i) steps += pulls[i];
    for (std::uint64_t i = 0; i < count; ++i) {
      finished += verdicts.fates[last * count + i] != Fate::unfinished ? 1 : 0;
      first_arm += verdicts.answers[last * count + i] == 0 ? 1 : 0;
    }
    ++chunks;
    seconds += now() - start;
  }
  bool stop_requested() override { return false; }
  void while_waiting() override {}

  std::uint64_t steps = 0, finished = 0, first_arm = 0, chunks = 0;
  double seconds = 0.0;
};

Case seed_instance(const NamedRule& rule) {
  Case one;
  one.name = rule.name;
  one.means = {1.0, 0.85, 0.8, 0.75};
  one.deltas = {0.01};
  one.job.family = FamilyKind::gaussian;
  one.job.question = QuestionKind::best_arm;
  one.job.stopping = StoppingKind::heuristic;
  one.job.rule = rule.job;
  one.job.sigma = 1.0;
  one.job.seed = 1;
  one.job.max_samples = 10'000'000;
  return one;
}

bool check_speed(const Options& options) {
  std::printf("%-12s %12s %10s %12s %10s %8s %8s\n", "rule", "runs", "mean tau", "Gsteps/s",
              "busy G/s", "wall s", "chunks");
  bool right = true;
  for (const char* name : {"lma:L=.01", "lma", "bc", "unif", "dt", "ttts"}) {
    if (!options.rules.empty() && options.rules != name) continue;
    const auto rule = std::find_if(rules().begin(), rules().end(), [&](const NamedRule& r) {
      return std::strcmp(r.name, name) == 0;
    });
    Case one = seed_instance(*rule);
    const Job& job = one.ready();
    // A warm-up, which also measures how many replications fill the time.
    double rate = 0.0;
    for (std::uint64_t runs = 1 << 17; runs <= 1 << 20; runs <<= 3) {
      SumSink warm;
      const CudaWork work = run_cuda(job, 0, runs, warm, options.tuning);
      rate = static_cast<double>(runs) / (1e-9 * static_cast<double>(work.busy_ns));
      if (1e-9 * static_cast<double>(work.busy_ns) > 0.2 * options.seconds) break;
    }
    const auto runs = static_cast<std::uint64_t>(rate * options.seconds);
    SumSink sink;
    const double start = now();
    const CudaWork work = run_cuda(job, 0, runs, sink, options.tuning);
    const double wall = now() - start, steps = static_cast<double>(sink.steps);
    const double tau = steps / static_cast<double>(runs);
    const double busy = steps / static_cast<double>(work.busy_ns);
    std::printf("%-12s %12llu %10.1f %12.3f %10.3f %8.2f %8llu\n", name,
                static_cast<unsigned long long>(runs), tau, 1e-9 * steps / wall, busy, wall,
                static_cast<unsigned long long>(sink.chunks));
    std::printf(
        "speed rule=%s runs=%llu steps=%.0f wall_s=%.4f steps_per_s=%.4e "
        "busy_steps_per_s=%.4e right=%.5f host_s=%.3f\n",
        name, static_cast<unsigned long long>(runs), steps, wall, steps / wall, 1e9 * busy,
        static_cast<double>(sink.first_arm) / static_cast<double>(runs), sink.seconds);
    std::fflush(stdout);
    right = right && sink.finished == runs;
  }
  return right;
}

bool check_many(const Options& options) {
  Case one = seed_instance(rules()[4]);
  one.means = {3.0, 0.0};
  const Job& job = one.ready();
  SumSink sink;
  const double start = now();
  const CudaWork work = run_cuda(job, 0, options.runs, sink, options.tuning);
  const double wall = now() - start;
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  std::printf(
      "many runs=%llu finished=%llu steps=%llu wall_s=%.2f runs_per_s=%.3e chunks=%llu "
      "host_peak_rss_mib=%.0f buffers_mib_each=%.0f device_in_use_mib=%.0f right=%.6f\n",
      static_cast<unsigned long long>(options.runs), static_cast<unsigned long long>(sink.finished),
      static_cast<unsigned long long>(sink.steps), wall, static_cast<double>(options.runs) / wall,
      static_cast<unsigned long long>(sink.chunks), static_cast<double>(usage.ru_maxrss) / 1024.0,
      static_cast<double>(work.buffer_bytes) / 1048576.0,
      static_cast<double>(work.device_in_use) / 1048576.0,
      static_cast<double>(sink.first_arm) / static_cast<double>(options.runs));
  std::fflush(stdout);
  return sink.finished == options.runs;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    const Options options = parse(argc, argv);
    std::string why;
    if (!cuda_available(&why)) {
      std::printf("skipped: cuda %s\n", why.c_str());
      return 77;
    }
    bool right = true;
    if (options.wants("speed")) right = check_speed(options) && right;
    if (options.wants("many")) right = check_many(options) && right;
    if (options.wants("grid")) right = check_grid(options) && right;
    std::printf("result %s\n", right ? "ok" : "FAILED");
    return right ? 0 : 1;
  } catch (const std::exception& error) {
    std::printf("FAILED %s\n", error.what());
    return 1;
  }
}
