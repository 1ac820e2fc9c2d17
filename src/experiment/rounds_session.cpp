#include "rounds_session.hpp"

#include <algorithm>
#include <cmath>

#include "mirador/core/infinity.hpp"
#include "mirador/core/text.hpp"
#include "mirador/experiment/rounds_experiment.hpp"
#include "rounds_outlook.hpp"

namespace mirador {
namespace {

class RoundsSession final : public Session {
 public:
  explicit RoundsSession(const ExperimentSpec& spec) : experiment_(spec) {}

  const ExperimentSpec& spec() const override { return experiment_.spec(); }
  std::vector<Event> ask(std::uint64_t count, std::span<const Ticket> again) const override {
    return experiment_.ask(count, again);
  }
  std::vector<Event> tell(std::span<const Reading> readings) const override {
    return experiment_.tell(readings);
  }
  std::vector<Event> observe(std::span<const Observation> observations) const override {
    return experiment_.observe(observations);
  }
  std::vector<Event> abandon(std::span<const Ticket> tickets) const override {
    return experiment_.abandon(tickets);
  }
  std::vector<Event> change(const NewSettings& wanted) const override {
    return experiment_.change(wanted);
  }
  std::vector<Event> add_arms(std::span<const std::string> names) const override {
    return experiment_.add_arms(names);
  }
  std::vector<Event> retire_arms(std::span<const std::string> names) const override {
    return experiment_.retire_arms(names);
  }
  const ExperimentPlan& plan() const override { return experiment_.plan(); }
  void apply(const Event& event) override;

  ExperimentStatus status() const override;
  ExperimentStatus outline() const override;
  Progress progress() const override;
  Phase phase() const override { return experiment_.phase(); }
  std::optional<VerdictStatus> verdict() const override;
  std::vector<OpenTicket> open_tickets() const override { return experiment_.open_tickets(); }
  Arm arm_of(Ticket ticket) const override { return experiment_.ledger().at(ticket).arm; }
  std::optional<Lead> lead() const override { return lead_of(experiment_); }
  std::vector<DifferenceStatus> differences_to(Arm other) const override {
    return mirador::differences_to(experiment_, other);
  }

  std::uint64_t next_round_size() const override { return experiment_.next_round_size(); }
  std::optional<RoundPlace> place_of(Ticket ticket) const override {
    return experiment_.place_of(ticket);
  }
  std::uint64_t item_of(std::uint64_t round) const override { return experiment_.item_of(round); }
  WholeRounds observe_rounds(std::span<const std::vector<double>> rows) const override {
    return experiment_.observe_rounds(rows);
  }

 private:
  std::vector<ArmStatus> arm_statuses() const;
  RoundsStatus rounds_status() const;
  double smallest_risk() const;

  RoundsExperiment experiment_;
  std::uint64_t samples_at_verdict_ = 0;
};

void RoundsSession::apply(const Event& event) {
  const bool was_decided = experiment_.comparison().verdict().has_value();
  experiment_.apply(event);
  if (!was_decided) samples_at_verdict_ = experiment_.samples();
}

/// "a", "a, tied with b on all items", "a, within 0.05 of the best", or as in a question with a
/// margin.
NamedAnswer named_answer(const ExperimentSpec& spec, const ComparisonVerdict& verdict,
                         std::span<const Role> roles) {
  const std::string& name = spec.arms[verdict.answer];
  if (verdict.kind == Goal::good_enough) {
    return {name + near_best_text(spec.question, margin_kind(spec.scale)), {name}};
  }
  if (verdict.kind == Goal::equal && margin_of(spec.question) == 0.0) {
    std::string text = name;
    const char* before = ", tied with ";
    for (Arm a = 0; a < spec.arms.size(); ++a) {
      if (roles[a] != Role::shares || a == verdict.answer) continue;
      text += before + spec.arms[a];
      before = ", ";
    }
    return {text + " on all items", {name}};
  }
  return {describe(spec.question, verdict.answer, roles, spec.arms, margin_kind(spec.scale)),
          {name}};
}

std::vector<Role> roles_of(const Comparison& comparison, const ComparisonVerdict& verdict) {
  if (verdict.kind != Goal::equal) return {};
  std::vector<Role> roles(comparison.arms(), Role::ruled_out);
  for (Arm a = 0; a < roles.size(); ++a) {
    if (comparison.in_play(a)) roles[a] = Role::shares;
  }
  roles[verdict.answer] = Role::chosen;
  return roles;
}

std::optional<VerdictStatus> RoundsSession::verdict() const {
  const auto& verdict = experiment_.comparison().verdict();
  if (!verdict) return std::nullopt;
  const std::vector<Role> roles = roles_of(experiment_.comparison(), *verdict);
  return VerdictStatus{.answer = named_answer(spec(), *verdict, roles),
                       .samples = samples_at_verdict_,
                       .roles = roles,
                       .equal_within_margin = verdict->kind == Goal::equal,
                       .good_enough = verdict->kind == Goal::good_enough};
}

Progress RoundsSession::progress() const {
  const Guarantee guarantee = guarantee_of(*spec().rounds);
  return {.phase = phase(),
          .delta = spec().delta,
          .verdict = verdict(),
          .guarantee = guarantee.status,
          .guarantee_reason = std::string(guarantee.reason),
          .contradiction = std::nullopt,
          .samples = experiment_.samples(),
          .max_samples = spec().max_samples,
          .waiting = experiment_.waiting(),
          .out_of_items = experiment_.out_of_items(),
          .first_delta = experiment_.plan().first_delta(),
          .tags = experiment_.plan().tags()};
}

std::vector<ArmStatus> RoundsSession::arm_statuses() const {
  const Scale scale = spec().scale;
  std::vector<ArmStatus> arms;
  for (Arm a = 0; a < spec().arms.size(); ++a) {
    arms.push_back({.name = spec().arms[a],
                    .pulls = experiment_.pulls(a),
                    .pending = 0,
                    .mean = experiment_.mean(a),
                    .low = -infinity,
                    .high = infinity,
                    .target = std::nullopt});
    if (arms.back().mean) arms.back().mean = off_scale(scale, *arms.back().mean);
  }
  for (const OpenTicket& open : open_tickets()) ++arms[open.arm].pending;
  return arms;
}

RoundsStatus RoundsSession::rounds_status() const {
  const Comparison& comparison = experiment_.comparison();
  RoundsStatus status{.rounds = comparison.rounds()};
  for (Arm a = 0; a < comparison.arms(); ++a) {
    if (comparison.in_play(a)) {
      status.in_play.push_back(spec().arms[a]);
    } else {
      status.ruled_out.push_back({spec().arms[a], comparison.left_in(a)});
    }
  }
  std::ranges::stable_sort(status.ruled_out, {}, &RuledOut::round);
  if (const auto& items = spec().rounds->items) status.items = {*items, comparison.rounds()};
  return status;
}

double RoundsSession::smallest_risk() const {
  const Comparison& comparison = experiment_.comparison();
  const double risk = std::min(1.0, std::exp(-comparison.evidence()));
  return comparison.verdict() ? std::min(risk, spec().delta) : risk;
}

ExperimentStatus RoundsSession::outline() const {
  const Comparison& comparison = experiment_.comparison();
  ExperimentStatus status{progress(),
                          /*findings*/ std::nullopt,
                          smallest_risk(),
                          arm_statuses(),
                          open_tickets(),
                          /*tickets*/ experiment_.ledger().next() - 1,
                          experiment_.ledger().abandoned(),
                          experiment_.plan().changes(),
                          experiment_.plan().notes(),
                          experiment_.plan().arm_changes(),
                          rounds_status()};
  if (comparison.rounds() == 0) return status;
  const Arm answer = answer_of(experiment_);
  status.findings = {.answer = {spec().arms[answer], {spec().arms[answer]}},
                     .evidence = comparison.evidence(),
                     .required = comparison.required(),
                     .to_go = to_go_of(experiment_)};
  return status;
}

ExperimentStatus RoundsSession::status() const {
  ExperimentStatus all = outline();
  all.rounds->differences = differences_to(answer_of(experiment_));
  all.rounds->warnings = doubts(experiment_);
  all.recommendation = recommendation_of(experiment_);
  return all;
}

}  // namespace

std::unique_ptr<Session> rounds_session(const ExperimentSpec& spec) {
  return std::make_unique<RoundsSession>(spec);
}

}  // namespace mirador
