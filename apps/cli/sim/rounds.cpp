#include "sim/rounds.hpp"

#include <algorithm>
#include <string>
#include <utility>
#include <variant>

#include "arguments/problem_options.hpp"
#include "mirador/core/error.hpp"
#include "mirador/core/text.hpp"
#include "text/values.hpp"

namespace mirador::cli {
namespace {

[[noreturn]] void refuse(Option option, const std::string& why, const std::string& remedy) {
  throw InputError(std::string(option.word()) + ": " + why + "; " + remedy);
}

void refuse_other_problems(const RawOptions& options) {
  const std::string_view problem = options.value_or(Option::problem, BestArmSpec::name);
  require_available("problem", problem, question_names());
  if (problem != BestArmSpec::name) {
    refuse(Option::problem, "rounds find the best arm, and " + in_quotes(problem) + " is given",
           "leave it out, or leave --rounds out");
  }
  for (const Option option : {Option::sets, Option("top"), Option("level")}) {
    if (options.has(option) || (option == Option::sets && !options.set_tables.empty())) {
      refuse(option, "rounds find the best arm and do not use it",
             "leave it out, or leave --rounds out");
    }
  }
}

/// What rounds cannot do, and what nothing would use.
void refuse_other_ways(const RawOptions& options) {
  if (options.has(Option::checkpoint)) {
    refuse(Option::checkpoint, "a simulation of rounds does not save its progress",
           "leave it out, or leave --rounds out");
  }
  const std::string_view backend = options.value_or(Option::backend, "auto");
  if (backend != "auto" && backend != "reference") {
    refuse(Option::backend, in_quotes(backend) + " does not simulate rounds",
           "leave it out, or leave --rounds out");
  }
}

std::vector<double> read_sigmas(const RawOptions& options) {
  if (!options.has(Option("sigma"))) return {1.0};
  return parse_reals("sigma", *options.get(Option("sigma")));
}

FamilySpec read_family_beside(const RawOptions& options, const LawSpec& law) {
  if (!std::holds_alternative<SymmetricSpec>(law) && options.has(Option("sigma"))) {
    refuse(Option("sigma"), std::string(name_of(law)) + " does not use it",
           "leave it out, or use --family symmetric");
  }
  return family_beside(law, read_sigmas(options));
}

double read_correlation(const RawOptions& options) {
  return parse_real("correlation", options.value_or(Option::correlation, "0"));
}

}  // namespace

void refuse_parts_of_rounds(const RawOptions& options) {
  if (options.has(Option::correlation)) {
    refuse(Option::correlation, "only a comparison in rounds uses it",
           "give --rounds too, or leave it out");
  }
  const std::string_view family = options.value_or(Option::family, "");
  if (std::ranges::count(law_names(), family) > 0 &&
      std::ranges::count(family_names(), family) == 0) {
    refuse(Option::family, std::string(family) + " is a family of comparisons in rounds",
           "give --rounds too, or use " + std::string(NormalSpec::name));
  }
}

ProblemSpec read_problem_of_rounds(const RawOptions& options, const RoundsSpec& design) {
  refuse_other_problems(options);
  refuse_other_ways(options);
  ProblemSpec problem;
  problem.family = read_family_beside(options, design.law);
  problem.means = read_means(options);
  problem.question = read_question(options, problem.means.size());
  validate(problem);
  validate(design, margin_of(problem.question), problem.means.size());
  return problem;
}

RoundsPart read_rounds_part(const RawOptions& options, const RoundsSpec& design,
                            const SimReport& report) {
  const Plan& plan = report.request.plan;
  if (plan.rules.empty() && options.has(Option::stopping)) {
    refuse(Option::stopping, "there are no sampling rules that it could stop",
           "leave it out, or name rules with --rules");
  }
  RoundsWorld world{.means = report.problem.means, .correlation = read_correlation(options)};
  if (const auto* normal = std::get_if<NormalSpec>(&report.problem.family)) {
    world.sigmas = normal->sigmas;
  }
  RoundsPart part{.plan = rounds_beside(design, std::move(world),
                                        std::get<BestArmSpec>(report.problem.question), plan)};
  part.guarantee = guarantee_of(design);
  part.bound = bound_in_rounds(part.plan);
  return part;
}

}  // namespace mirador::cli
