#include "mirador/spec/problem_spec.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <functional>
#include <numeric>

#include "mirador/core/error.hpp"
#include "mirador/core/overloaded.hpp"
#include "mirador/core/text.hpp"
#include "mirador/problem/problem.hpp"

namespace mirador {
namespace {

std::string arm_text(Arm a) { return std::to_string(a + 1); }

/// The wanted arms: " 1 3", or " left, right" for arms with names.
template <class Wanted>
std::string arm_list(std::size_t arms, ArmNames names, Wanted&& wanted) {
  std::string list;
  for (Arm a = 0; a < arms; ++a) {
    if (!wanted(a)) continue;
    if (!names.empty() && !list.empty()) list += ',';
    list.append(" ").append(names.empty() ? arm_text(a) : names[a]);
  }
  return list;
}

/// Arms sorted from best to worst; ties keep their order.
std::vector<Arm> ranking(std::span<const double> means, Direction direction) {
  std::vector<Arm> order(means.size());
  std::iota(order.begin(), order.end(), Arm{0});
  std::stable_sort(order.begin(), order.end(), [&](Arm a, Arm b) {
    return direction == Direction::highest ? means[a] > means[b] : means[a] < means[b];
  });
  return order;
}

/// At most six values.
std::string list_text(std::span<const double> values) {
  std::string list;
  for (const double value : values.first(std::min<std::size_t>(values.size(), 6))) {
    if (!list.empty()) list += ',';
    list += exact(value);
  }
  return values.size() > 6 ? list + ",..." : list;
}

/// The tie between places m and m+1 of the ranking.
std::string tie_reason(std::span<const double> means, Direction direction, std::size_t m) {
  const std::vector<Arm> order = ranking(means, direction);
  const Arm first = std::min(order[m - 1], order[m]), second = std::max(order[m - 1], order[m]);
  return "means: arms " + arm_text(first) + " and " + arm_text(second) + " tie at " +
         exact(means[first]) +
         ", so no answer is right and T* = inf; separate them or give a margin";
}

std::string on_level(std::span<const double> means, double level) {
  for (Arm a = 0; a < means.size(); ++a) {
    if (means[a] == level) {
      return "means: arm " + arm_text(a) + " lies exactly on the level " + exact(level) +
             ", so no answer is right and T* = inf; move the mean";
    }
  }
  return {};
}

std::string mixed_sides(std::span<const double> means, double level) {
  const auto above = std::find_if(means.begin(), means.end(), [&](double m) { return m > level; });
  const auto below = std::find_if(means.begin(), means.end(), [&](double m) { return m < level; });
  return "means: arm " + arm_text(static_cast<Arm>(above - means.begin())) +
         " lies above the level " + exact(level) + " and arm " +
         arm_text(static_cast<Arm>(below - means.begin())) +
         " below; signed needs all on one side (thresholding does not)";
}

std::string closest_reason(std::span<const double> means, double level) {
  for (Arm a = 1; a < means.size(); ++a) {
    if (!(means[a - 1] < means[a])) {
      return "means: arm " + arm_text(a - 1) + " (" + exact(means[a - 1]) + ") is not below arm " +
             arm_text(a) + " (" + exact(means[a]) + "); closest needs means that increase";
    }
  }
  for (Arm a = 1; a < means.size(); ++a) {
    if (level - means[a - 1] == means[a] - level) {
      return "means: arms " + arm_text(a - 1) + " and " + arm_text(a) +
             " are equally close to the level " + exact(level) +
             ", so no answer is right and T* = inf; move a mean or the level";
    }
  }
  return "means: no arm is strictly closest to the level " + exact(level) + "; move it";
}

void validate_sigmas(std::span<const double> sigmas, std::size_t arms) {
  if (sigmas.size() != 1 && sigmas.size() != arms) {
    throw InputError("sigma: " + std::to_string(sigmas.size()) + " number(s) given for " +
                     std::to_string(arms) + " arms; give one for all, or one for each");
  }
  for (const double sigma : sigmas) {
    if (sigma >= 1e-100 && sigma <= 1e100) continue;
    throw InputError("sigma: " + exact(sigma) +
                     " is not a usable standard deviation; give a number from 1e-100 to 1e100");
  }
}

}  // namespace

std::span<const std::string_view> question_names() {
  // Without the last one, which is user-defined.
  return std::span(Choices<QuestionSpec>::names).first(std::variant_size_v<QuestionSpec> - 1);
}

std::string_view name_of(const QuestionSpec& question) {
  return Choices<QuestionSpec>::names[question.index()];
}

std::span<const std::string_view> family_names() { return Choices<FamilySpec>::names; }

std::string_view name_of(const FamilySpec& family) {
  return Choices<FamilySpec>::names[family.index()];
}

std::optional<std::string> refusal(const FamilySpec& family, const QuestionSpec& question) {
  if (const auto* own = std::get_if<OwnSpec>(&question); own != nullptr && !own->question) {
    return "problem: " + own->own + " is known only to the program that defines it; use that";
  }
  return std::visit(
      [&]<class Question>(const Question&) -> std::optional<std::string> {
        if constexpr (requires { Question::families; }) {
          if (fits<Question>(name_of(family))) return std::nullopt;
          constexpr bool own = std::is_same_v<Question, OwnSpec>;
          return "family: " + std::string(own ? "a problem of your own" : Question::name) +
                 " cannot be asked of " + std::string(name_of(family)) + " arms; use " +
                 one_of(Question::families);
        }
        return std::nullopt;
      },
      question);
}

double margin_of(const QuestionSpec& question) {
  return std::visit(
      [](const auto& q) {
        if constexpr (requires { q.margin; }) return q.margin;
        return 0.0;
      },
      question);
}

double good_enough_of(const QuestionSpec& question) {
  const auto* best = std::get_if<BestArmSpec>(&question);
  return best == nullptr ? 0.0 : best->good_enough;
}

World world_of(const ProblemSpec& spec) {
  World world{spec.means};
  if (const auto* normal = std::get_if<NormalSpec>(&spec.family)) {
    world.sigmas = normal->sigmas;
    if (world.sigmas.size() == 1) world.sigmas.resize(spec.means.size(), world.sigmas[0]);
  }
  return world;
}

std::vector<double> variances_of(const ProblemSpec& spec) {
  std::vector<double> variances = world_of(spec).sigmas;
  for (double& sigma : variances) sigma *= sigma;
  return variances;
}

void validate(const FamilySpec& family, const QuestionSpec& question) {
  if (const auto reason = refusal(family, question)) throw InputError(*reason);
  const double margin = margin_of(question), enough = good_enough_of(question);
  refuse_both(margin, enough);
  if (const double most = std::max(margin, enough); most > 1e100) {
    throw InputError((margin > 0.0 ? "margin: " : "good-enough: ") + exact(most) +
                     " is too large; give one up to 1e100");
  }
}

void validate(const ProblemSpec& spec) {
  validate(spec.family, spec.question);
  if (spec.means.size() < 2) {
    throw InputError("means: " + std::to_string(spec.means.size()) +
                     " arm(s) given; give at least two, as in 1,0.85,0.8");
  }
  if (spec.means.size() >= (std::size_t{1} << 24)) {
    throw InputError("means: " + std::to_string(spec.means.size()) +
                     " arms are too many; at most 16777215 are supported");
  }
  for (Arm a = 0; a < spec.means.size(); ++a) {
    if (!std::isfinite(spec.means[a])) {
      throw InputError("means: arm " + arm_text(a) + " is " + exact(spec.means[a]) +
                       "; every mean must be a finite number");
    }
    if (std::abs(spec.means[a]) > 1e100) {
      throw InputError("means: arm " + arm_text(a) + " is " + exact(spec.means[a]) +
                       "; rescale the means to at most 1e100 in size");
    }
  }
  if (const auto* normal = std::get_if<NormalSpec>(&spec.family)) {
    validate_sigmas(normal->sigmas, spec.means.size());
  }
}

std::string no_answer_reason(const ProblemSpec& spec) {
  const std::span<const double> means = spec.means;
  return std::visit(
      overloaded{
          [&](const BestArmSpec& q) { return tie_reason(means, q.direction, 1); },
          [&](const TopMSpec& q) { return tie_reason(means, q.direction, q.top); },
          [&](const ThresholdingSpec& q) { return on_level(means, q.level) + " or give a margin"; },
          [&](const SignedSpec& q) {
            const std::string touching = on_level(means, q.level);
            return touching.empty() ? mixed_sides(means, q.level) : touching;
          },
          [&](const ClosestSpec& q) { return closest_reason(means, q.level); },
          [&](const OwnSpec& q) {
            return "means: " + list_text(means) + " lie in the set of no answer of " + q.own +
                   " (or on a border, or its projection moves points that are inside); move them";
          },
          [&](const PolyhedralSpec&) {
            return "means: " + list_text(means) +
                   " lie in none of the sets (or on a border); move them";
          },
      },
      spec.question);
}

std::string margin_text(double margin, MarginKind kind) {
  if (kind == MarginKind::absolute) return exact(margin);
  // 100 * 0.07 is not 7: rounds to 15 digits, which a double always keeps.
  std::array<char, 32> digits{};
  const auto written = std::to_chars(digits.data(), digits.data() + digits.size(), 100.0 * margin,
                                     std::chars_format::general, 15);
  return std::string(digits.data(), written.ptr) + " %";
}

std::string near_best_text(const QuestionSpec& question, MarginKind kind) {
  return ", within " + margin_text(good_enough_of(question), kind) + " of the best";
}

std::string sharing_text(const QuestionSpec& question, std::span<const Role> roles, ArmNames names,
                         MarginKind kind) {
  if (std::ranges::count(roles, Role::shares) == 0) return {};
  const auto list = [&](auto&& wanted) {
    return arm_list(roles.size(), names, [&](Arm a) { return wanted(roles[a]); });
  };
  const auto shares = [](Role role) { return role == Role::shares; };
  const auto ruled_out = [](Role role) { return role == Role::ruled_out; };
  const std::string margin = margin_text(margin_of(question), kind);
  if (std::holds_alternative<ThresholdingSpec>(question)) {
    return ", equal to the level within " + margin + ":" + list(shares);
  }
  if (std::holds_alternative<TopMSpec>(question)) {
    return ", equal within " + margin + ":" + list(shares);
  }
  // The best arm shares its place with the arms within the margin of it.
  const std::string out = list(ruled_out);
  return ", equal within " + margin + ":" + list(std::not_fn(ruled_out)) +
         (out.empty() ? "" : "; ruled out:" + out);
}

std::string describe(const QuestionSpec& question, Arm answer, ArmNames names) {
  return std::visit(
      overloaded{
          [&](const PolyhedralSpec& q) { return q.sets[answer].name; },
          [&](const OwnSpec& q) { return q.question->answers()[answer]; },
          [&](const auto&) { return names.empty() ? "arm " + arm_text(answer) : names[answer]; },
      },
      question);
}

std::string describe(const QuestionSpec& question, Side answer, ArmNames) {
  const double level = std::get<SignedSpec>(question).level;
  return (answer == Side::above ? "all above " : "all below ") + exact(level);
}

std::string describe(const QuestionSpec&, const ArmSet& answer, ArmNames names) {
  const auto inside = [&](Arm a) { return answer.contains(a); };
  const std::string list = arm_list(answer.arms(), names, inside);
  if (list.empty()) return "no arm";
  if (!names.empty()) return list.substr(1);
  const bool several = list.find(' ', 1) != std::string::npos;
  return (several ? "arms" : "arm") + list;
}

}  // namespace mirador
