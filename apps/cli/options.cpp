#include "options.hpp"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <optional>
#include <system_error>

#include "mirador/core/error.hpp"
#include "mirador/core/text.hpp"
#include "mirador/simulate/summary.hpp"
#include "mirador/spec/rule_spec.hpp"
#include "mirador/spec/stopping_spec.hpp"
#include "spec_toml.hpp"
#include "values.hpp"

namespace mirador::cli {
namespace {

using NameList = std::span<const std::string_view>;

constexpr std::array<std::string_view, 1> families = {"gaussian"};
constexpr std::array<std::string_view, 5> later_families = {"bernoulli", "poisson", "exponential",
                                                            "bounded", "normal"};
constexpr std::array<std::string_view, 2> later_stopping_rules = {"mixture", "kaufmann-koolen"};
constexpr std::array<std::string_view, 2> backends = {"auto", "reference"};
constexpr std::array<std::string_view, 2> later_backends = {"lanes", "cuda"};
constexpr std::array<std::string_view, 3> formats = {"text", "json", "csv"};

/// Which problems an option serves.
struct Fit {
  Option option;
  std::vector<std::string_view> problems;
};

const std::array<Fit, 4>& fits() {
  static const std::array<Fit, 4> table = {{
      {Option::level, {"thresholding", "signed", "closest"}},
      {Option::top, {"top-m"}},
      {Option::lowest, {"best-arm", "top-m"}},
      {Option::sets, {"polyhedral"}},
  }};
  return table;
}

void refuse_later(const RawOptions& options) {
  if (options.has(Option::margin)) {
    throw InputError("margin: " + in_quotes(*options.get(Option::margin)) +
                     ": margins are not available in this version; leave --margin out");
  }
  for (const Option option : {Option::lo, Option::hi}) {
    if (!options.has(option)) continue;
    const std::string name(text_of(option).name);
    throw InputError(name + ": " + in_quotes(*options.get(option)) +
                     ": bounded arms are not available in this version; leave --" + name + " out");
  }
}

void refuse_unfit(const RawOptions& options, std::string_view problem) {
  for (const Fit& fit : fits()) {
    const bool given =
        options.has(fit.option) || (fit.option == Option::sets && !options.set_tables.empty());
    if (!given || std::ranges::find(fit.problems, problem) != fit.problems.end()) continue;
    const std::string name(text_of(fit.option).name);
    throw InputError(name + ": " + std::string(problem) + " does not use it; leave it out, or use" +
                     " --problem " + one_of(fit.problems));
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

QuestionSpec read_question(const RawOptions& options, std::size_t arms) {
  const std::string_view name = options.value_or(Option::problem, "best-arm");
  require_available("problem", name, {question_names(), {}});
  refuse_unfit(options, name);
  const Direction direction = options.has(Option::lowest) ? Direction::lowest : Direction::highest;
  const auto level = [&] { return parse_real("level", needed(options, Option::level, name)); };
  if (name == "best-arm") return BestArmSpec{direction};
  if (name == "top-m") {
    const WholeRange places = {1, std::max<std::size_t>(arms, 2) - 1};
    return TopMSpec{parse_whole("top", needed(options, Option::top, name), places), direction};
  }
  if (name == "thresholding") return ThresholdingSpec{level()};
  if (name == "signed") return SignedSpec{level()};
  if (name == "closest") return ClosestSpec{level()};
  return read_polyhedral(options, arms);
}

std::vector<RuleSpec> read_rules(const RawOptions& options, const ProblemSpec& problem) {
  const std::string_view question = name_of(problem.question);
  const std::string_view usual =
      question == "best-arm" ? "bc,ttts,lmac,lma,dt,unif" : "lma,lmac,fw,dt,unif";
  std::vector<RuleSpec> rules;
  for (const std::string& item : parse_list("rules", options.value_or(Option::rules, usual))) {
    rules.push_back(parse_rule(item));
    if (std::ranges::count(rules, item, &RuleSpec::label) > 1) {
      throw InputError("rules: " + in_quotes(item) + " is given twice; give every rule once");
    }
    if (const auto reason = refusal(rules.back(), question)) throw InputError(*reason);
  }
  return rules;
}

/// Results must not land on the file that describes the problem.
void refuse_to_overwrite_input(const RawOptions& options, const std::string& csv_runs) {
  for (const Option input : {Option::spec, Option::sets}) {
    std::error_code none_such;
    if (options.has(input) && !csv_runs.empty() &&
        std::filesystem::equivalent(csv_runs, *options.get(input), none_such)) {
      throw InputError("csv-runs: " + in_quotes(csv_runs) + " is the file of --" +
                       std::string(text_of(input).name) + "; give another");
    }
  }
}

/// Something of every run is kept until the end; a number of runs that cannot be is a slip of the
/// hand.
void refuse_beyond_memory(const Plan& plan) {
  const std::size_t record = plan.records == Records::every_run ? sizeof(RunRecord) : 0;
  const double bytes = static_cast<double>(plan.runs) * static_cast<double>(plan.rules.size()) *
                       static_cast<double>(plan.deltas.size()) *
                       static_cast<double>(record + sizeof(std::uint64_t));
  const double memory =
      static_cast<double>(sysconf(_SC_PHYS_PAGES)) * static_cast<double>(sysconf(_SC_PAGESIZE));
  if (bytes > 0.5 * memory) {
    throw InputError("runs: " + std::to_string(plan.runs) +
                     " runs of every rule do not fit this machine's memory; give fewer");
  }
}

}  // namespace

RawOptions with_spec_file(RawOptions options) {
  if (options.has(Option::spec)) options.complete_from(read_spec_file(*options.get(Option::spec)));
  return options;
}

ProblemSpec read_problem(const RawOptions& options) {
  refuse_later(options);
  const std::string_view family = options.value_or(Option::family, "gaussian");
  if (std::ranges::find(later_families, family) != later_families.end()) {
    throw InputError("family: " + in_quotes(family) +
                     ": only gaussian arms are available in this version; use gaussian");
  }
  require_available("family", family, {families, {}});
  ProblemSpec spec;
  spec.family = GaussianSpec{parse_real("sigma", options.value_or(Option::sigma, "1"))};
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

SimRequest read_sim(const RawOptions& options, const ProblemSpec& problem) {
  SimRequest request;
  Plan& plan = request.plan;
  const auto whole = [&](Option option, std::string_view usual, WholeRange range) {
    return parse_whole(text_of(option).name, options.value_or(option, usual), range);
  };
  plan.rules = read_rules(options, problem);
  request.stopping = options.value_or(Option::stopping, "heuristic");
  require_available("stopping", request.stopping, {stopping_names(), later_stopping_rules});
  plan.stopping = parse_stopping(request.stopping);
  plan.deltas = read_deltas(options);
  plan.runs = whole(Option::runs, "1000", {1, 1'000'000'000});
  plan.seed = whole(Option::seed, "1", {});
  plan.max_samples = whole(Option::max_samples, "10000000", {1, 1'000'000'000'000});
  if (options.has(Option::threads)) {
    plan.threads = static_cast<unsigned>(whole(Option::threads, "", {1, 1024}));
  }
  require_available("backend", options.value_or(Option::backend, "auto"),
                    {backends, later_backends});
  request.csv_runs = options.value_or(Option::csv_runs, "");
  if (options.has(Option::csv_runs) && (request.csv_runs.empty() || request.csv_runs == "-")) {
    throw InputError("csv-runs: " + in_quotes(request.csv_runs) + " is not a file; give its name");
  }
  refuse_to_overwrite_input(options, request.csv_runs);
  if (!request.csv_runs.empty()) plan.records = Records::every_run;
  refuse_beyond_memory(plan);
  return request;
}

}  // namespace mirador::cli
