#include "options.hpp"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <optional>
#include <system_error>
#include <variant>

#include "mirador/core/error.hpp"
#include "mirador/core/text.hpp"
#include "mirador/simulate/backend.hpp"
#include "mirador/simulate/summary.hpp"
#include "mirador/spec/rule_spec.hpp"
#include "mirador/spec/stopping_spec.hpp"
#include "spec_toml.hpp"
#include "values.hpp"

namespace mirador::cli {
namespace {

constexpr std::array<std::string_view, 3> formats = {"text", "json", "csv"};

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
  const double margin = typed ? parse_real("margin", *typed) : 0.0;
  if (!typed || margin > 0.0) return margin;
  throw InputError("margin: " + in_quotes(*typed) +
                   " is not a difference that could matter; give a number above 0, or leave it "
                   "out");
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

/// The one sigma of gaussian arms.
double read_sigma(const RawOptions& options) {
  const std::string_view typed = options.value_or(Option::sigma, "1");
  if (typed.find(',') == std::string_view::npos) return parse_real("sigma", typed);
  throw InputError("sigma: " + in_quotes(typed) +
                   " is a list, and gaussian arms share one known sigma; give one number, or use "
                   "--family normal");
}

FamilySpec read_family(const RawOptions& options) {
  const std::string_view name = options.value_or(Option::family, "gaussian");
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

/// Whether dt has to search for its proportions at every step, tens of microseconds each.
bool slow_to_track(const ProblemSpec& problem) {
  const bool gaussian = std::holds_alternative<GaussianSpec>(problem.family);
  return std::holds_alternative<NormalSpec>(problem.family) ||
         (margin_of(problem.question) > 0.0 && !gaussian);
}

/// Those of the paper, as far as they can serve the problem in reasonable time.
std::vector<RuleSpec> usual_rules(const ProblemSpec& problem) {
  static constexpr std::array<std::string_view, 6> for_best_arm = {"bc",  "ttts", "lmac",
                                                                   "lma", "dt",   "unif"};
  static constexpr std::array<std::string_view, 5> for_others = {"lma", "lmac", "fw", "dt", "unif"};
  const bool best_arm = std::holds_alternative<BestArmSpec>(problem.question);
  std::vector<RuleSpec> rules;
  for (const std::string_view name :
       best_arm ? std::span<const std::string_view>(for_best_arm) : for_others) {
    const RuleSpec rule = parse_rule(name);
    if (name == "dt" && slow_to_track(problem)) continue;
    if (!refusal(rule, problem)) rules.push_back(rule);
  }
  return rules;
}

std::vector<RuleSpec> read_rules(const RawOptions& options, const ProblemSpec& problem) {
  if (!options.has(Option::rules)) return usual_rules(problem);
  std::vector<RuleSpec> rules;
  for (const std::string& item : parse_list("rules", *options.get(Option::rules))) {
    rules.push_back(parse_rule(item));
    if (std::ranges::count(rules, item, &RuleSpec::label) > 1) {
      throw InputError("rules: " + in_quotes(item) + " is given twice; give every rule once");
    }
    if (const auto reason = refusal(rules.back(), problem)) throw InputError(*reason);
  }
  return rules;
}

std::uint64_t whole(const RawOptions& options, Option option, std::string_view usual,
                    WholeRange range) {
  return parse_whole(text_of(option).name, options.value_or(option, usual), range);
}

/// 0, for all the machine has, when none are asked for.
unsigned read_threads(const RawOptions& options) {
  if (!options.has(Option::threads)) return 0;
  return static_cast<unsigned>(whole(options, Option::threads, "", {1, 1024}));
}

/// Results must not land on the file that describes the problem.
void refuse_to_overwrite_input(const RawOptions& options, Option output) {
  for (const Option input : {Option::spec, Option::sets}) {
    std::error_code none_such;
    if (options.has(input) &&
        std::filesystem::equivalent(*options.get(output), *options.get(input), none_such)) {
      throw InputError(std::string(text_of(output).name) + ": " + in_quotes(*options.get(output)) +
                       " is the file of --" + std::string(text_of(input).name) + "; give another");
    }
  }
}

/// The name of a file to write, or nothing when none is asked for.
std::string read_output(const RawOptions& options, Option option) {
  if (!options.has(option)) return {};
  const std::string& file = *options.get(option);
  if (file.empty() || file == "-") {
    throw InputError(std::string(text_of(option).name) + ": " + in_quotes(file) +
                     " is not a file; give its name");
  }
  refuse_to_overwrite_input(options, option);
  return file;
}

/// Records of every run are kept until the end; a number of runs that cannot be is a slip of the
/// hand.
void refuse_beyond_memory(const Plan& plan) {
  if (plan.records == Records::none) return;
  const double bytes = static_cast<double>(plan.runs) * static_cast<double>(plan.rules.size()) *
                       static_cast<double>(plan.deltas.size()) *
                       static_cast<double>(sizeof(RunRecord));
  const double memory =
      static_cast<double>(sysconf(_SC_PHYS_PAGES)) * static_cast<double>(sysconf(_SC_PAGESIZE));
  if (bytes > 0.5 * memory) {
    throw InputError("runs: " + std::to_string(plan.runs) +
                     " runs of every rule do not fit this machine's memory one by one; give "
                     "fewer, or leave --csv-runs out");
  }
}

}  // namespace

RawOptions with_spec_file(RawOptions options) {
  if (options.has(Option::spec)) options.complete_from(read_spec_file(*options.get(Option::spec)));
  return options;
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

std::vector<double> read_deltas(const RawOptions& options) {
  std::vector<double> deltas = parse_reals("delta", options.value_or(Option::delta, "0.1,0.01"));
  validate_risks(deltas);
  for (const double delta : deltas) {
    if (std::ranges::count(deltas, delta) > 1) {
      throw InputError("delta: " + exact(delta) + " is given twice; give every risk once");
    }
  }
  return deltas;
}

Format read_format(const RawOptions& options) {
  const std::string_view name = options.value_or(Option::format, "text");
  require_available("format", name, {formats, {}});
  return name == "json" ? Format::json : name == "csv" ? Format::csv : Format::text;
}

/// Refused before anything runs, whichever of the rules it is that the backend cannot do.
Backend read_backend(const RawOptions& options, const ProblemSpec& problem, const Plan& plan) {
  const Backend backend = parse_backend(options.value_or(Option::backend, "auto"));
  for (const RuleSpec& rule : plan.rules) {
    if (const auto reason = refusal(backend, problem, rule, plan)) throw InputError(*reason);
  }
  return backend;
}

SimRequest read_sim(const RawOptions& options, const ProblemSpec& problem) {
  SimRequest request;
  Plan& plan = request.plan;
  plan.rules = read_rules(options, problem);
  request.stopping = options.value_or(Option::stopping, stopping_names().front());
  require_available("stopping", request.stopping, {stopping_names(), {}});
  plan.stopping = parse_stopping(request.stopping);
  plan.deltas = read_deltas(options);
  plan.runs = whole(options, Option::runs, "1000", {1, 1'000'000'000});
  plan.seed = whole(options, Option::seed, "1", {});
  plan.max_samples = whole(options, Option::max_samples, "10000000", {1, 1'000'000'000'000});
  plan.threads = read_threads(options);
  plan.backend = read_backend(options, problem, plan);
  request.csv_runs = read_output(options, Option::csv_runs);
  request.checkpoint = read_output(options, Option::checkpoint);
  if (!request.csv_runs.empty()) plan.records = Records::every_run;
  if (!request.csv_runs.empty() && !request.checkpoint.empty()) {
    throw InputError(
        "checkpoint: it holds no single runs, and --csv-runs asks for them; leave one out");
  }
  refuse_beyond_memory(plan);
  return request;
}

paper::Settings read_paper(const RawOptions& options) {
  const bool quick = options.has(Option::quick);
  if (quick && options.has(Option::runs)) {
    throw InputError("quick: it stands for --runs 100, and --runs is given too; leave one out");
  }
  return {.runs = whole(options, Option::runs, quick ? "100" : "1000", {2, 1'000'000}),
          .seed = whole(options, Option::seed, "1", {}),
          .threads = read_threads(options),
          .out = std::string(options.value_or(Option::out, "paper"))};
}

}  // namespace mirador::cli
