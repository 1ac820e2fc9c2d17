#include "live/options.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <system_error>
#include <variant>

#include "arguments/format.hpp"
#include "arguments/one_rule.hpp"
#include "arguments/place.hpp"
#include "arguments/problem_options.hpp"
#include "mirador/core/error.hpp"
#include "mirador/live/live_experiment.hpp"
#include "mirador/spec/description.hpp"
#include "mirador/spec/stopping_spec.hpp"
#include "text/values.hpp"

namespace mirador::cli {
namespace {

/// Names may contain spaces, but no commas. The experiment checks the rest.
std::vector<std::string> read_arms(const RawOptions& options) {
  if (!options.has(Option::arms)) {
    throw InputError("arms: none given; name the options to choose from, as in --arms a,b,c");
  }
  return split_list(*options.get(Option::arms));
}

/// The families that the question allows, as they are typed: "--family gaussian --sigma S".
std::string forms_of(std::span<const std::string_view> families) {
  std::vector<std::string> forms;
  for (const SpecText& spec : texts_of<FamilySpec>()) {
    if (std::ranges::count(families, spec.name) == 0) continue;
    forms.push_back("--family " + std::string(spec.name));
    for (const FieldText& field : spec.fields) {
      if (field.needed == Needed::live) {
        forms.back() += " --" + std::string(field.option) + " " + std::string(field.value);
      }
    }
  }
  return one_of(std::vector<std::string_view>(forms.begin(), forms.end()));
}

/// Refuses a question that its family does not allow; normal, the default, does not allow every
/// question.
void refuse_unfit_family(const ExperimentSpec& spec) {
  if (!refusal(spec.family, spec.question)) return;
  std::visit(
      [&]<class Question>(const Question&) {
        if constexpr (requires { Question::families; }) {
          throw InputError("family: " + std::string(Question::name) + " cannot be asked of " +
                           std::string(name_of(spec.family)) + " arms; give " +
                           forms_of(Question::families));
        }
      },
      spec.question);
}

Scale read_scale(const RawOptions& options) {
  constexpr std::array names = {to_string(Scale::linear), to_string(Scale::log)};
  const std::string_view name = options.value_or(Option::scale, names[0]);
  require_available("scale", name, names);
  return name == names[0] ? Scale::linear : Scale::log;
}

/// Refuses options that a comparison in rounds does not use.
void refuse_beside_rounds(const RawOptions& options) {
  for (const Option option : {Option::rule, Option::stopping, Option("sigma")}) {
    if (!options.has(option)) continue;
    throw InputError(
        std::string(option.word()) +
        ": a comparison in rounds does not use it; leave it out, or leave --rounds out");
  }
}

/// What only other designs have.
void read_adaptive_design(const RawOptions& options, ExperimentSpec& spec) {
  spec.family = read_live_family(options);
  refuse_unfit_family(spec);
  spec.stopping = read_stopping(options);
}

RuleSpec read_rule(const RawOptions& options, const ExperimentSpec& spec) {
  if (const auto& rule = options.get(Option::rule)) return parse_rule(*rule);
  return usual_rule(Demand(spec.family, spec.question),
                    aim_of(options.has(Option::max_samples), options.has(Option::delta)));
}

}  // namespace

ExperimentSpec read_experiment(const RawOptions& options) {
  ExperimentSpec spec;
  spec.arms = read_arms(options);
  spec.scale = read_scale(options);
  spec.question = read_question(options, spec.arms.size());
  spec.rounds = read_rounds(options);
  if (spec.rounds) {
    refuse_beside_rounds(options);
  } else {
    read_adaptive_design(options, spec);
  }
  spec.delta = parse_real("delta", options.value_or(Option::delta, "0.05"));
  spec.seed = parse_whole("seed", options.value_or(Option::seed, "1"), {});
  if (const auto& budget = options.get(Option::max_samples)) {
    spec.max_samples = parse_whole("max-samples", *budget, {1, std::uint64_t{1} << 53});
  }
  spec.reissue_after = read_reissue_time(options);
  about_one_rule([&] {
    if (!spec.rounds) spec.rule = read_rule(options, spec);
    validate(spec);
  });
  return spec;
}

ExperimentSpec read_comparison(const RawOptions& options, std::vector<std::string> arms) {
  ExperimentSpec spec;
  spec.arms = std::move(arms);
  spec.scale = read_scale(options);
  spec.question = read_question(options, spec.arms.size());
  spec.rounds = read_table_law(options);
  spec.delta = parse_real("delta", options.value_or(Option::delta, "0.05"));
  spec.seed = parse_whole("seed", options.value_or(Option::seed, "1"), {});
  return spec;
}

std::string read_new_name(const RawOptions& options) {
  const std::string& name = *options.get(Option::name);
  validate_name(name);
  return name;
}

Ticket read_ticket(const RawOptions& options) {
  return parse_whole("ticket", *options.get(Option::ticket), {1, UINT64_MAX});
}

std::vector<Ticket> read_tickets(const RawOptions& options) {
  std::vector<Ticket> tickets;
  for (const std::string& item : split_list(*options.get(Option::ticket))) {
    const Ticket ticket = parse_whole("ticket", item, {1, UINT64_MAX});
    if (std::ranges::find(tickets, ticket) == tickets.end()) tickets.push_back(ticket);
  }
  return tickets;
}

std::vector<std::string> read_arm_names(const RawOptions& options) {
  return split_list(*options.get(Option::arm));
}

std::vector<std::string> read_tags(const RawOptions& options) {
  std::vector<std::string> tags;
  for (const std::string& list : options.all(Option::tag)) {
    for (std::string& tag : split_list(list)) tags.push_back(std::move(tag));
  }
  validate_tags(tags);
  return tags;
}

NewSettings read_settings(const RawOptions& options) {
  NewSettings wanted;
  if (const auto& budget = options.get(Option::max_samples)) {
    wanted.max_samples =
        *budget == "none" ? 0 : parse_whole("max-samples", *budget, {1, std::uint64_t{1} << 53});
  }
  if (const auto& delta = options.get(Option::delta)) wanted.delta = parse_real("delta", *delta);
  if (const auto& margin = options.get(Option::margin)) {
    wanted.margin = parse_margin("margin", *margin).value;
  }
  if (!wanted.max_samples && !wanted.delta && !wanted.margin) {
    throw InputError("change: nothing to change is given; give --max-samples, --delta or --margin");
  }
  return wanted;
}

void refuse_percentage(const RawOptions& options, Scale scale) {
  const auto& margin = options.get(Option::margin);
  if (!margin || scale == Scale::log || !parse_margin("margin", *margin).percentage) return;
  throw InputError("margin: " + in_quotes(*margin) +
                   " is a percentage, which only an experiment on the log scale can use; give a "
                   "difference such as 0.5");
}

double read_value(const RawOptions& options) {
  return parse_real("value", *options.get(Option::value));
}

std::optional<double> read_reissue_time(const RawOptions& options) {
  const auto& time = options.get(Option::reissue_after);
  if (!time) return std::nullopt;
  return parse_duration("reissue-after", *time);
}

std::uint64_t read_count(const RawOptions& options) {
  return parse_whole("count", options.value_or(Option::count, "1"), {1, 1'000'000});
}

void refuse_store_itself(std::string_view field, const std::string& file,
                         const std::string& place) {
  for (const char* const part : {"", "-wal", "-shm", "-journal", "-acknowledged"}) {
    std::error_code none_such;
    const auto plain = [&](const std::string& path) {
      return std::filesystem::weakly_canonical(std::filesystem::absolute(path), none_such);
    };
    if (std::filesystem::equivalent(file, place + part, none_such) ||
        plain(file) == plain(place + part)) {
      throw InputError(std::string(field) + ": " + in_quotes(file) +
                       " is the store itself; give another");
    }
  }
}

std::string read_output_file(const RawOptions& options, std::string_view what) {
  const auto& file = options.get(Option::output);
  if (file && file->empty()) throw InputError("output: \"\" is not a file; give its name");
  if (!file || *file == "-") {
    if (read_format(options) == Format::text) return {};
    throw InputError("format: the output is " + std::string(what) +
                     " in any case; leave --format out, or give a file with -o");
  }
  refuse_store_itself("output", *file, read_place(options));
  return *file;
}

}  // namespace mirador::cli
