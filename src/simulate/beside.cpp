#include "mirador/simulate/beside.hpp"

#include <utility>
#include <variant>

#include "mirador/simulate/simulate.hpp"

namespace mirador {
namespace {

/// The control of a part of a simulation of `total` runs, before which so many were done.
Control part_of(const Control& all, std::uint64_t before, std::uint64_t total) {
  Control part{.progress = {}, .interrupted = all.interrupted};
  if (all.progress) {
    part.progress = [&all, before, total](std::uint64_t done, std::uint64_t) {
      all.progress(before + done, total);
    };
  }
  return part;
}

}  // namespace

std::vector<RuleSpec> rules_beside(const RoundsSpec& design) {
  if (design.items) return {};
  return {parse_rule("bc"), parse_rule("lma")};
}

FamilySpec family_beside(const LawSpec& law, const std::vector<double>& sigmas) {
  if (std::holds_alternative<SymmetricSpec>(law)) return NormalSpec{sigmas};
  if (const auto* bounded = std::get_if<BoundedSpec>(&law)) return *bounded;
  return BernoulliSpec{};
}

RoundsPlan rounds_beside(RoundsSpec design, RoundsWorld world, const BestArmSpec& question,
                         const Plan& plan) {
  RoundsPlan rounds{.design = std::move(design),
                    .question = question,
                    .world = std::move(world),
                    .deltas = plan.deltas,
                    .runs = plan.runs,
                    .first = plan.first,
                    .seed = plan.seed,
                    .max_samples = plan.longest_run(),
                    .threads = plan.threads,
                    .records = plan.records};
  validate(rounds);
  return rounds;
}

bool needs_answer(const RoundsPlan* rounds, const Plan& plan) {
  return rounds == nullptr || !plan.rules.empty() || !rounds->design.items;
}

ResultsSideBySide simulate_side_by_side(const RoundsPlan* rounds, const ProblemSpec& problem,
                                        const Plan& plan, const Control& control) {
  ResultsSideBySide results;
  const std::uint64_t total = plan.runs * (plan.rules.size() + (rounds != nullptr ? 1 : 0));
  if (rounds != nullptr) {
    RoundsResult result = simulate_rounds(*rounds, part_of(control, 0, total));
    results = {
        {std::move(result.rule)}, std::move(result.rounds), std::move(result.rounds_of_runs)};
  }
  const bool only_rounds = rounds != nullptr && plan.rules.empty();
  if (only_rounds || control.stop_requested()) return results;
  const std::uint64_t before = results.rules.size() * plan.runs;
  for (RuleResult& result : simulate(problem, plan, part_of(control, before, total))) {
    results.rules.push_back(std::move(result));
  }
  return results;
}

}  // namespace mirador
