#include "lanes.hpp"

#include <cmath>

#include "backends.hpp"
#include "cuda_collect.hpp"
#include "mirador/core/text.hpp"
#include "mirador/simd/processor.hpp"
#include "mirador/spec/catalog.hpp"

namespace mirador::lanes {
namespace {

bool has(Backend backend) {
  switch (backend) {
#ifdef MIRADOR_PLAIN_LANES
    case Backend::lanes_plain:
      return true;
#endif
    case Backend::lanes_avx2:
      return simd::available(simd::InstructionSet::avx2);
    case Backend::lanes_avx512:
      return simd::available(simd::InstructionSet::avx512);
    default:
      return false;
  }
}

void run(Backend backend, [[maybe_unused]] const Job& job, [[maybe_unused]] Docket& docket) {
  switch (backend) {
#ifdef MIRADOR_X86
    case Backend::lanes_avx2:
      return run_avx2(job, docket);
    case Backend::lanes_avx512:
      return run_avx512(job, docket);
#endif
#ifdef MIRADOR_PLAIN_LANES
    case Backend::lanes_plain:
      return run_plain(job, docket);
#endif
    default:
      MIRADOR_CHECK(false);  // refused before
  }
}

std::optional<RuleJob> rule_job(const RuleSpec& spec, double sigma) {
  RuleJob job{RuleKind::uniform, 0.0, false, HUGE_VAL, false, sigma};
  const bool known =
      std::visit(overloaded{
                     [&](const LmaSpec& rule) {
                       job.kind = rule.scale ? RuleKind::mirror_ascent : RuleKind::adaptive_ascent;
                       job.rate = rule.scale ? 1.0 / *rule.scale : 0.0;
                       job.falls = true;
                       job.clip = rule.clip;
                       return true;
                     },
                     [&](const LmacSpec& rule) {
                       job.kind = RuleKind::mirror_ascent;
                       job.rate = rule.rate;
                       job.clip = rule.clip;
                       return true;
                     },
                     [&](const FrankWolfeSpec& rule) {
                       job.kind = RuleKind::challenger;
                       job.forcing = rule.forcing == Forcing::root;
                       return true;
                     },
                     [&](const DirectTrackingSpec&) {
                       job.kind = RuleKind::tracking;
                       return true;
                     },
                     [&](const TopTwoSpec&) {
                       job.kind = RuleKind::top_two;
                       return true;
                     },
                     [&](const UniformSpec&) { return true; },
                     [&](const auto&) { return false; },  // only by the reference
                 },
                 spec.kind);
  return known ? std::optional(job) : std::nullopt;
}

/// The arrays that a job points to; must outlive it.
struct JobData {
  std::vector<double> means, deltas;
  Job job;
};

void describe_question(const ProblemSpec& problem, Job& job) {
  if (const auto* best = std::get_if<BestArmSpec>(&problem.question)) {
    job.question = QuestionKind::best_arm;
    job.turned = best->direction == Direction::lowest;
  } else {
    job.question = QuestionKind::thresholding;
    job.level = std::get<ThresholdingSpec>(problem.question).level;
    job.log_claims = std::log(static_cast<double>(problem.means.size()));
  }
}

JobData job_of(const ProblemSpec& problem, const RuleSpec& rule, const Plan& plan) {
  const auto* gaussian = std::get_if<GaussianSpec>(&problem.family);
  JobData data;
  for (const std::size_t i : mirador::detail::falling(plan.deltas)) {
    data.deltas.push_back(plan.deltas[i]);
  }
  Job& job = data.job;
  job = {};
  job.family = gaussian != nullptr ? FamilyKind::gaussian : FamilyKind::bernoulli;
  job.sigma = gaussian != nullptr ? gaussian->sigma : 1.0;
  job.rule = *rule_job(rule, job.sigma);
  const auto* mixture = std::get_if<MixtureSpec>(&plan.stopping);
  job.stopping = mixture != nullptr ? StoppingKind::mixture : StoppingKind::heuristic;
  job.lasting = mixture != nullptr && mixture->edition != Edition::first;
  describe_question(problem, job);
  data.means = problem.means;
  for (double& mean : data.means) {
    if (job.turned && gaussian != nullptr) mean = -mean;
  }
  job.arms = static_cast<int>(data.means.size());
  job.means = data.means.data();
  job.risks = static_cast<int>(data.deltas.size());
  job.deltas = data.deltas.data();
  job.seed = plan.seed;
  job.max_samples = plan.longest_run();
  return data;
}

template <Problem P>
void simulate_threads(Backend backend, const P& problem, const Scenario<P>& scenario,
                      const Job& job, const Plan& plan, const Control& control,
                      const std::function<void(std::uint64_t)>& while_waiting, RuleResult& result) {
  Progress progress;
  Results results(problem.arms(), plan);
  const unsigned threads = thread_count({plan.runs, plan.threads});
  const auto work = [&](std::uint64_t) {
    const std::uint64_t began = thread_cpu_ns();
    ThreadDocket<P> docket(Collector<P>(problem, scenario, plan, results), plan, job.turned,
                           progress, control);
    run(backend, job, docket);
    docket.hand_in(thread_cpu_ns() - began);
    return true;
  };
  share_out(
      {threads, threads}, [&] { return work; },
      [&](std::uint64_t) { while_waiting(progress.done); });
  results.write(result);
}

/// The work is the time for which the GPU was busy, because CPU time is negligible.
template <Problem P>
void simulate_on_gpu(const P& problem, const Scenario<P>& scenario, const Job& job,
                     const Plan& plan, const Control& control,
                     const std::function<void(std::uint64_t)>& while_waiting, RuleResult& result) {
  Results results(problem.arms(), plan);
  CudaCollector<P> collector(Collector<P>(problem, scenario, plan, results),
                             thread_count({plan.runs, plan.threads}), control, while_waiting);
  const CudaWork work = run_cuda(job, plan.first, plan.runs, collector);
  collector.hand_in(work.busy_ns);
  collector.while_waiting();
  results.write(result);
}

}  // namespace

Backend best_lanes() {
  switch (simd::widest()) {
    case simd::InstructionSet::avx512:
      return Backend::lanes_avx512;
    case simd::InstructionSet::avx2:
      return Backend::lanes_avx2;
    default:
      return Backend::lanes_plain;
  }
}

std::optional<std::string> refusal(Backend backend, const ProblemSpec& problem,
                                   const RuleSpec& rule, const Plan& plan) {
  const std::string family(name_of(problem.family)), question(name_of(problem.question));
  std::string why_not;
  if (backend == Backend::cuda) {
    if (!cuda_available(&why_not)) return why_not;
    if (problem.means.size() > cuda_arms)
      return "has no more than " + std::to_string(cuda_arms) + " arms";
    if (std::holds_alternative<MixtureSpec>(plan.stopping) && plan.deltas.size() > most_cuda_risks)
      return "follows no more than " + std::to_string(most_cuda_risks) + " risks with mixture";
  } else if (!has(backend)) {
    if (backend != Backend::lanes_plain) return "needs a processor with these instructions";
    return "is not part of this build (CMake: MIRADOR_PLAIN_LANES=ON)";
  }
  if (plan.rewards) return "has no measurements but those of the family";
  if (family != "gaussian" && family != "bernoulli") {
    return "has no " + family + " arms (gaussian and bernoulli only)";
  }
  if (question != "best-arm" && question != "thresholding") {
    return "has no " + question + " (best-arm and thresholding only)";
  }
  if (margin_of(problem.question) > 0.0) return "has no margins";
  if (good_enough_of(problem.question) > 0.0) return "finds the best arm only";
  if (!rule_job(rule, 1.0)) return "has no rule " + rule.label;
  if (!std::holds_alternative<MixtureSpec>(plan.stopping) &&
      !std::holds_alternative<HeuristicSpec>(plan.stopping)) {
    return "has no such stopping rule (heuristic and mixture only)";
  }
  if (plan.longest_run() < problem.means.size()) return "pulls every arm once at least";
  if (plan.longest_run() > std::uint64_t{1} << 32) return "runs no longer than 4294967296 samples";
  return std::nullopt;
}

RuleResult simulate(Backend backend, const ProblemSpec& spec, const RuleSpec& rule,
                    const Plan& plan, const Control& control,
                    const std::function<void(std::uint64_t)>& while_waiting) {
  RuleResult result{.rule = rule.label, .deltas = plan.deltas, .summaries = {}, .runs = {}};
  const JobData data = job_of(spec, rule, plan);
  with_problem(spec, [&]<Problem P>(const P& problem) {
    using F = typename P::FamilyType;
    if constexpr ((std::same_as<F, Gaussian> || std::same_as<F, Bernoulli>)&&(
                      std::same_as<P, BestArm<F>> || std::same_as<P, Thresholding<F>>)) {
      const Scenario<P> scenario{.world = world_of(spec),
                                 .describe = [&](const auto& answer, std::span<const Role> roles) {
                                   return describe(spec.question, answer, roles);
                                 }};
      if (backend == Backend::cuda) {
        return simulate_on_gpu(problem, scenario, data.job, plan, control, while_waiting, result);
      }
      simulate_threads(backend, problem, scenario, data.job, plan, control, while_waiting, result);
    }
  });
  return result;
}

}  // namespace mirador::lanes
