#include "sim/fingerprint.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "mirador/core/overloaded.hpp"
#include "mirador/core/text.hpp"

namespace mirador::cli {
namespace {

std::string list_of(const std::vector<double>& numbers) {
  std::vector<std::string> words;
  for (const double number : numbers) words.push_back(exact(number));
  return fmt::format("{}", fmt::join(words, ","));
}

std::string direction_of(Direction direction) {
  return direction == Direction::lowest ? "lowest" : "highest";
}

/// The question's own options, which mean nothing without its name.
std::string parameters_of(const QuestionSpec& question) {
  return std::visit(
      overloaded{
          [](const BestArmSpec& q) {
            return fmt::format("{} {}", direction_of(q.direction), exact(q.margin));
          },
          [](const TopMSpec& q) {
            return fmt::format("{} {} {}", q.top, direction_of(q.direction), exact(q.margin));
          },
          [](const ThresholdingSpec& q) {
            return fmt::format("{} {}", exact(q.level), exact(q.margin));
          },
          [](const PolyhedralSpec& q) {
            std::string text;
            for (const Polyhedron& set : q.sets) {
              text +=
                  fmt::format("{}: {} > {}; ", set.name, list_of(set.rows), list_of(set.bounds));
            }
            return text;
          },
          [](const OwnSpec& q) { return q.name; },
          [](const auto& q) { return exact(q.level); },
      },
      question);
}

std::string parameters_of(const FamilySpec& family) {
  return std::visit(
      overloaded{
          [](const GaussianSpec& f) { return exact(f.sigma); },
          [](const BoundedSpec& f) { return fmt::format("{} {}", exact(f.lo), exact(f.hi)); },
          [](const NormalSpec& f) { return list_of(f.sigmas); },
          [](const auto&) { return std::string(); },
      },
      family);
}

std::string rules_of(const Plan& plan) {
  std::vector<std::string> labels;
  for (const RuleSpec& rule : plan.rules) labels.push_back(rule.label);
  return fmt::format("{}", fmt::join(labels, ","));
}

}  // namespace

Fingerprint fingerprint_of(const ProblemSpec& problem, const SimRequest& request) {
  const Plan& plan = request.plan;
  return {
      {"mirador", MIRADOR_VERSION},
      {"problem", fmt::format("{} {}", name_of(problem.question), parameters_of(problem.question))},
      {"family", fmt::format("{} {}", name_of(problem.family), parameters_of(problem.family))},
      {"means", list_of(problem.means)},
      {"rules", rules_of(plan)},
      {"stopping", request.stopping},
      {"delta", list_of(plan.deltas)},
      {"runs", std::to_string(plan.runs)},
      {"seed", std::to_string(plan.seed)},
      {"max-samples", std::to_string(plan.max_samples)},
  };
}

std::string lines_of(const Fingerprint& fingerprint) {
  std::string text;
  for (const Trait& trait : fingerprint) text += fmt::format("{} {}\n", trait.name, trait.value);
  return text;
}

}  // namespace mirador::cli
