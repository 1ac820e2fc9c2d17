#include "mirador/race/race.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <string_view>
#include <utility>

#include "mirador/core/overloaded.hpp"
#include "mirador/core/text.hpp"
#include "mirador/live/json_text.hpp"
#include "quotes.hpp"
#include "run_text.hpp"
#include "sample.hpp"

namespace mirador::race {
namespace {

/// Races of one identity differ by a number: race-3f2a90c1, race-3f2a90c1-2, ...; 0 for another
/// name.
std::uint64_t number_of(std::string_view name, std::string_view identity) {
  if (name == identity) return 1;
  if (!name.starts_with(identity) || name[identity.size()] != '-') return 0;
  name.remove_prefix(identity.size() + 1);
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), number);
  return error == std::errc() && end == name.data() + name.size() ? number : 0;
}

/// The latest race of an identity, 0 when there is none.
std::uint64_t latest_number(Store& store, const std::string& identity) {
  std::uint64_t latest = 0;
  for (const Listing& listing : store.list()) {
    latest = std::max(latest, number_of(listing.name, identity));
  }
  return latest;
}

std::string numbered(const std::string& identity, std::uint64_t number) {
  return number <= 1 ? identity : identity + "-" + std::to_string(number);
}

/// The places of the commands that are not left out.
std::vector<std::size_t> places_without(const RaceSpec& spec,
                                        const std::vector<std::string>& left_out) {
  std::vector<std::string_view> names;
  for (const Command& command : spec.commands) names.push_back(command.name);
  for (const std::string& name : left_out) {
    if (std::ranges::count(names, name) == 0) {
      throw InputError(unknown_name("without", name, names));
    }
  }
  std::vector<std::size_t> places;
  for (std::size_t c = 0; c < names.size(); ++c) {
    if (std::ranges::count(left_out, names[c]) == 0) places.push_back(c);
  }
  if (places.size() < 2) {
    throw InputError("without: " + std::to_string(places.size()) + " of " +
                     std::to_string(names.size()) +
                     " commands left; a race needs at least two: leave out fewer");
  }
  return places;
}

/// With the seed of the experiment: that of a resumed race is the one that it was begun with.
RaceSpec seeded(RaceSpec spec, const LiveExperiment& experiment) {
  spec.seed = experiment.spec().seed;
  return spec;
}

}  // namespace

Race Race::begin(Store& store, const RaceSpec& spec, Executor& executor) {
  validate(spec);
  Runner::require_programs(spec, executor);
  const std::string identity = identity_of(spec);
  for (std::uint64_t number = latest_number(store, identity) + 1;; ++number) {
    const std::string name = numbered(identity, number);
    try {
      return Race(LiveExperiment::create(store, name, experiment_of(spec)), spec, &executor);
    } catch (const InputError&) {
      // Another process may have started the same race at the same time.
      if (latest_number(store, identity) < number) throw;
    }
  }
}

bool Race::exists(Store& store, const RaceSpec& spec) {
  return latest_number(store, identity_of(spec)) > 0;
}

Race Race::resume(Store& store, const RaceSpec& spec, Executor& executor) {
  validate(spec);
  const std::string identity = identity_of(spec);
  const std::uint64_t latest = latest_number(store, identity);
  if (latest == 0) {
    throw InputError("resume: the store has no race of these commands and options; give those it " +
                     std::string("was begun with, or begin it without --resume"));
  }
  return resume(store, numbered(identity, latest), spec, executor);
}

Race Race::resume(Store& store, const std::string& name, const RaceSpec& spec, Executor& executor) {
  validate(spec);
  Race race(LiveExperiment(store, name), spec, &executor);
  race.refuse_other_race();
  race.read_runs(store);
  race.runs_before_ = race.runs();
  return race;
}

RaceReport Race::recorded(Store& store, const std::string& name, const RaceSpec& spec) {
  Race race(LiveExperiment(store, name), spec, nullptr);
  race.refuse_other_race();
  race.read_runs(store);
  if (race.experiment_.phase() == Phase::decided) race.end_ = End::decided;
  return race.final_report();
}

Race Race::begin_without(Store& store, const std::string& name,
                         const std::vector<std::string>& left_out, RaceSpec spec,
                         Executor& executor) {
  if (spec.design != Design::rounds || spec.max_slowdown) {
    throw InputError(
        "without: only a race in rounds can go on without a command; begin a race of " +
        std::string("the others"));
  }
  Race whole(LiveExperiment(store, name), spec, nullptr);
  whole.refuse_other_race();
  whole.read_runs(store);
  const std::vector<std::size_t> places = places_without(spec, left_out);
  std::vector<Command> others;
  std::optional<std::size_t> reference;
  for (const std::size_t place : places) {
    if (place == spec.reference) reference = others.size();
    others.push_back(spec.commands[place]);
  }
  spec.commands = std::move(others);
  spec.reference = reference;
  Race race = begin(store, spec, executor);
  race.take_over(whole, places);
  race.runs_before_ = race.runs();
  return race;
}

/// Has every command in play a value of its next round in the other race?
bool Race::has_next_round(const Race& other, const std::vector<std::size_t>& places) {
  if (experiment_.phase() == Phase::decided) return false;
  const std::vector<std::string> playing = experiment_.status().rounds->in_play;
  for (std::size_t c = 0; c < places.size(); ++c) {
    const bool plays = std::ranges::count(playing, arm_name(spec(), c)) > 0;
    if (plays && other.runner_.values()[places[c]].size() <= runner_.values()[c].size())
      return false;
  }
  return true;
}

void Race::take_over(const Race& other, const std::vector<std::size_t>& places) {
  runner_.know_startup(other.runner_.startup());
  while (has_next_round(other, places)) {
    const std::vector<std::string> playing = experiment_.status().rounds->in_play;
    for (std::size_t i = 0; i < playing.size(); ++i) {
      const Arm c = *experiment_.next();
      const std::size_t place = places[c], run = runner_.values()[c].size();
      record(c, other.runner_.values()[place][run], other.runner_.runs()[place][run]);
    }
  }
}

Race::Race(LiveExperiment experiment, RaceSpec spec, Executor* executor)
    : experiment_(std::move(experiment)), runner_(seeded(std::move(spec), experiment_), executor) {}

/// Two races may have one identity by accident.
void Race::refuse_other_race() const {
  if (essence_of(experiment_.spec()) != essence_of(experiment_of(spec()))) {
    throw InputError("resume: " + in_quotes(experiment_.name()) +
                     " is a race of other commands or options; begin this one without --resume");
  }
}

/// What a race says about margin, risk and budget is in its own settings.
void Race::refuse_changed_plan() const {
  const bool has_all_arms = experiment_.spec().retired.empty();
  if (has_all_arms && to_json(experiment_.spec()) == to_json(experiment_.first_spec())) return;
  throw RunError(
      "race: the plan of its experiment was changed while it ran, and a race cannot follow that; "
      "begin another race");
}

void Race::read_runs(Store& store) {
  std::vector<Arm> arms;  // by ticket
  const auto note_run = [&](Arm arm, double value, const std::string& note) {
    const double measured = value / handicap_of(spec(), arm);
    // A value told by hand has no run.
    runner_.keep(arm, measured, note.empty() ? Run{.wall = measured} : run_from_note(note));
    if (note.empty() || runner_.startup()) return;
    runner_.know_startup(startup_from_note(note));
    startup_is_stored_ = runner_.startup().has_value();
  };
  store.read(experiment_.name(), 0, [&](const Event& event) {
    std::visit(overloaded{[&](const Asked& e) { arms.push_back(e.arm); },
                          [&](const Told& e) { note_run(arms[e.ticket - 1], e.value, e.note); },
                          [&](const Observed& e) {
                            arms.push_back(e.arm);
                            note_run(e.arm, e.value, e.note);
                          },
                          [](const auto&) {}},
               event);
  });
}

/// The last run of a budget may have led to the verdict.
End Race::budget() {
  const End spent = runner_.budget();
  const bool may_be_decided = spent == End::max_runs || spent == End::max_time;
  return may_be_decided && experiment_.phase() == Phase::decided ? End::decided : spent;
}

End Race::step() {
  runner_.start_clock();
  if (end_ == End::none) end_ = runner_.calibrate();
  if (end_ == End::none) end_ = budget();
  if (end_ != End::none) return end_;
  const std::optional<Arm> command = experiment_.next();
  if (!command) return end_ = End::decided;
  try {
    take_turn(*command);
  } catch (const CommandFailed& error) {
    if (!runner_.all_measured()) throw;
    failure_ = Failure{*command, error.what(), error.lasts};
    end_ = End::failed;
  }
  return end_;
}

void Race::take_turn(std::size_t command) {
  const std::optional<Run> run = runner_.measure(command);
  if (!run) {
    end_ = runner_.end();
    return;
  }
  record(command, runner_.value_of(*run, command), *run);
  if (experiment_.phase() != Phase::decided) runner_.require_more_than_shell(command);
  if (varies_no_more(command)) end_ = End::constant;
}

void Race::record(std::size_t command, double value, const Run& run) {
  try {
    experiment_.observe(arm_name(spec(), command), value * handicap_of(spec(), command),
                        to_note(run, startup_is_stored_ ? std::nullopt : runner_.startup()));
  } catch (const NotFound&) {
    throw;
  } catch (const InputError&) {
    runner_.refuse(command, value);
  }
  startup_is_stored_ = runner_.startup().has_value();
  refuse_changed_plan();
  runner_.keep(command, value, run);
}

/// Without variation the adaptive design finds no evidence. In rounds only commands that always tie
/// give none: those in play have been run equally often, or once more in this round.
bool Race::varies_no_more(std::size_t command) const {
  const std::vector<std::vector<double>>& values = runner_.values();
  if (!std::holds_alternative<NormalSpec>(spec().family)) return false;
  if (spec().design == Design::adaptive) return is_constant(values[command]);
  const bool ties_decide = spec().margin > 0.0 || spec().good_enough > 0.0;
  if (ties_decide || !is_constant(values[command])) return false;
  const std::size_t last = std::ranges::max(values, {}, &std::vector<double>::size).size();
  const double tied = values[command].back() * handicap_of(spec(), command);
  for (std::size_t c = 0; c < values.size(); ++c) {
    if (values[c].size() + 1 < last) continue;
    if (!is_constant(values[c]) || values[c].back() * handicap_of(spec(), c) != tied) return false;
  }
  return true;
}

/// Values at the floor are equal, and what is behind them need not be.
void Race::withhold_verdict_on_unseen(RaceReport& report) const {
  for (std::size_t c = 0; c < runner_.runs().size(); ++c) {
    if (runner_.is_unseen(c)) report.status.recommendation.reset();  // how near is not known
  }
  const auto& verdict = report.status.verdict;
  const bool tied =
      verdict ? verdict->equal_within_margin || verdict->good_enough : end_ == End::constant;
  if (!tied) return;
  const auto is_out = [&](std::size_t c) {
    if (verdict && !verdict->roles.empty()) return verdict->roles[c] == Role::ruled_out;
    return report.status.rounds &&
           std::ranges::count(report.status.rounds->in_play, report.status.arms[c].name) == 0;
  };
  std::size_t unseen = 0;
  for (std::size_t c = 0; c < runner_.runs().size(); ++c) {
    unseen += !is_out(c) && runner_.is_unseen(c) ? 1 : 0;
  }
  // One that is good enough, and seen, may still be far above one that is not seen.
  const bool answer_is_seen =
      verdict && verdict->good_enough &&
      !runner_.is_unseen(static_cast<std::size_t>(
          std::ranges::find(report.status.arms, verdict->answer.arms.front(), &ArmStatus::name) -
          report.status.arms.begin()));
  if (unseen < (answer_is_seen ? 1U : 2U)) return;
  report.status.verdict.reset();
  report.status.smallest_risk = 1.0;
  report.end = End::unseen;
}

RaceReport Race::report() {
  RaceReport report{.spec = spec(),
                    .experiment = experiment_.name(),
                    .status = experiment_.status(),
                    .runs = runner_.runs(),
                    .values = runner_.values(),
                    .end = end_,
                    .failure = failure_,
                    .lead = experiment_.lead(),
                    .equal = std::nullopt,
                    .warnings = {},
                    .startup = runner_.startup(),
                    .seconds = runner_.seconds(),
                    .runs_before = runs_before_,
                    .repeated = runner_.repeated(),
                    .seconds_a_run = 0.0};
  if (const auto& reference = spec().reference) {
    report.to_reference = experiment_.differences_to(arm_name(spec(), *reference));
  }
  call_by_commands(report);
  if (spec().metric == Metric::rss) withhold_verdict_on_unseen(report);
  if (spec().max_slowdown) take_off_handicap(report);
  if (spec().design == Design::rounds) {
    report.status.samples = runs();
    for (std::size_t c = 0; c < runner_.runs().size(); ++c)
      report.status.arms[c].pulls = runner_.runs()[c].size();
  }
  if (const std::uint64_t here = runs() - runs_before_; here > 0) {
    report.seconds_a_run = report.seconds / static_cast<double>(here);
  }
  report.warnings = warnings();
  report.cleanup_failure = runner_.cleanup_failure();
  return report;
}

/// In rounds, drift that commands share is harmless, and so is a value that does not vary; what
/// differs between commands is in the warnings of the rounds.
std::vector<Warning> Race::warnings() const {
  const bool binary = std::holds_alternative<BernoulliSpec>(spec().family);
  std::vector<Warning> all = diagnose(values_on_scale(runner_), binary);
  if (spec().design == Design::adaptive) return all;
  std::erase_if(all, [&](const Warning& warning) {
    return warning.trouble == Trouble::drift ||
           (warning.trouble == Trouble::constant &&
            (end_ != End::constant || runner_.is_unseen(warning.command)));
  });
  return all;
}

RaceReport Race::final_report() {
  RaceReport report = this->report();
  if (report.status.phase != Phase::decided || spec().design == Design::rounds) return report;
  std::vector<double> means, spreads;
  for (const std::vector<double>& values : values_on_scale(runner_)) {
    const Sample sample = sample_of(values);
    means.push_back(sample.mean);
    spreads.push_back(std::sqrt(sample.variance));
  }
  report.equal = equal_allocation(experiment_.spec(), means, spreads);
  return report;
}

}  // namespace mirador::race
