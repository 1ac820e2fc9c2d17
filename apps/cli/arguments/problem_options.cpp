#include "arguments/problem_options.hpp"

#include <algorithm>
#include <array>

#include "arguments/spec_toml.hpp"
#include "mirador/core/error.hpp"
#include "mirador/core/text.hpp"
#include "mirador/experiment/scale.hpp"
#include "text/values.hpp"

namespace mirador::cli {
namespace {

/// Which problems, or which families, use an option.
struct Fit {
  Option option;
  Option chooser;  // problem or family
  std::vector<std::string_view> names;
};

const std::array<Fit, 8>& fits() {
  static const std::array<Fit, 8> table = {{
      {Option::level, Option::problem, {"thresholding", "signed", "closest"}},
      {Option::top, Option::problem, {"top-m"}},
      {Option::margin, Option::problem, {"best-arm", "top-m", "thresholding"}},
      {Option::lowest, Option::problem, {"best-arm", "top-m"}},
      {Option::sets, Option::problem, {"polyhedral"}},
      {Option::sigma, Option::family, {"gaussian", "normal"}},
      {Option::lo, Option::family, {"bounded"}},
      {Option::hi, Option::family, {"bounded"}},
  }};
  return table;
}

/// Refuses options that the chosen problem or family, here `name`, does not use.
void refuse_unfit(const RawOptions& options, Option chooser, std::string_view name) {
  for (const Fit& fit : fits()) {
    const bool given =
        options.has(fit.option) || (fit.option == Option::sets && !options.set_tables.empty());
    const bool fitting = std::ranges::find(fit.names, name) != fit.names.end();
    if (fit.chooser != chooser || !given || fitting) continue;
    throw InputError(std::string(text_of(fit.option).name) + ": " + std::string(name) +
                     " does not use it; leave it out, or use --" +
                     std::string(text_of(chooser).name) + " " + one_of(fit.names));
  }
}

/// The value of an option the problem cannot do without.
const std::string& needed(const RawOptions& options, Option option, std::string_view problem) {
  if (const auto& value = options.get(option)) return *value;
  const OptionText& text = text_of(option);
  throw InputError(std::string(text.name) + ": " + std::string(problem) + " needs it; give --" +
                   std::string(text.name) + " " + std::string(text.value));
}

Polyhedron flattened(const SetTable& set, std::size_t arms) {
  Polyhedron polyhedron{set.name, {}, set.bounds};
  for (std::size_t k = 0; k < set.rows.size(); ++k) {
    if (set.rows[k].size() != arms) {
      throw InputError("sets: set " + in_quotes(set.name) + ": row " + std::to_string(k + 1) +
                       " has " + std::to_string(set.rows[k].size()) + " number(s); give " +
                       std::to_string(arms) + ", one for every arm");
    }
    polyhedron.rows.insert(polyhedron.rows.end(), set.rows[k].begin(), set.rows[k].end());
  }
  return polyhedron;
}

PolyhedralSpec read_polyhedral(const RawOptions& options, std::size_t arms) {
  const std::vector<SetTable> tables =
      options.set_tables.empty() ? read_sets_file(needed(options, Option::sets, "polyhedral"))
                                 : options.set_tables;
  PolyhedralSpec spec;
  for (const SetTable& table : tables) spec.sets.push_back(flattened(table, arms));
  return spec;
}

/// 0 when none is given.
double read_margin(const RawOptions& options) {
  const auto& typed = options.get(Option::margin);
  if (!typed) return 0.0;
  const auto [margin, percentage] = parse_margin("margin", *typed);
  if (percentage && options.value_or(Option::scale, "") != to_string(Scale::log)) {
    throw InputError("margin: " + in_quotes(*typed) +
                     " is a percentage, which only an experiment on the log scale (new --scale "
                     "log) can use; give a difference such as 0.5");
  }
  if (margin > 0.0) return margin;
  throw InputError("margin: " + in_quotes(*typed) +
                   " is not a difference that could matter; give a number above 0, or leave it "
                   "out");
}

/// The one sigma of gaussian arms.
double read_sigma(const RawOptions& options) {
  const std::string_view typed = options.value_or(Option::sigma, "1");
  if (typed.find(',') == std::string_view::npos) return parse_real("sigma", typed);
  throw InputError("sigma: " + in_quotes(typed) +
                   " is a list, and gaussian arms share one known sigma; give one number, or use "
                   "--family normal");
}

}  // namespace

RawOptions with_spec_file(RawOptions options) {
  if (options.has(Option::spec)) options.complete_from(read_spec_file(*options.get(Option::spec)));
  return options;
}

QuestionSpec read_question(const RawOptions& options, std::size_t arms) {
  const std::string_view name = options.value_or(Option::problem, "best-arm");
  require_available("problem", name, {question_names(), {}});
  refuse_unfit(options, Option::problem, name);
  const Direction direction = options.has(Option::lowest) ? Direction::lowest : Direction::highest;
  const double margin = read_margin(options);
  const auto level = [&] { return parse_real("level", needed(options, Option::level, name)); };
  if (name == "best-arm") return BestArmSpec{direction, margin};
  if (name == "top-m") {
    const WholeRange places = {1, std::max<std::size_t>(arms, 2) - 1};
    const auto top = parse_whole("top", needed(options, Option::top, name), places);
    return TopMSpec{top, direction, margin};
  }
  if (name == "thresholding") return ThresholdingSpec{level(), margin};
  if (name == "signed") return SignedSpec{level()};
  if (name == "closest") return ClosestSpec{level()};
  return read_polyhedral(options, arms);
}

FamilySpec read_family(const RawOptions& options, std::string_view usual_family) {
  const std::string_view name = options.value_or(Option::family, usual_family);
  require_available("family", name, {family_names(), {}});
  refuse_unfit(options, Option::family, name);
  const auto real = [&](Option option, std::string_view usual) {
    return parse_real(text_of(option).name, options.value_or(option, usual));
  };
  if (name == "bernoulli") return BernoulliSpec{};
  if (name == "poisson") return PoissonSpec{};
  if (name == "exponential") return ExponentialSpec{};
  if (name == "bounded") return BoundedSpec{real(Option::lo, "0"), real(Option::hi, "1")};
  if (name == "normal") {
    return NormalSpec{parse_reals("sigma", options.value_or(Option::sigma, "1"))};
  }
  return GaussianSpec{read_sigma(options)};
}

ProblemSpec read_problem(const RawOptions& options) {
  ProblemSpec spec;
  spec.family = read_family(options);
  if (!options.has(Option::means)) {
    throw InputError("means: none given; give the mean of every arm, as in --means 1,0.85,0.8");
  }
  spec.means = parse_reals("means", *options.get(Option::means));
  spec.question = read_question(options, spec.means.size());
  validate(spec);
  return spec;
}

}  // namespace mirador::cli
