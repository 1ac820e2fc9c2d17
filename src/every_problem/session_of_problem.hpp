#pragma once

#include <memory>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "../experiment/session_of.hpp"
#include "mirador/experiment/status_of.hpp"

namespace mirador {

namespace detail {

/// `names` of the arms in the question.
using Names = std::vector<std::string>;

inline Names arms_named(const QuestionSpec& question, const Names& names, Arm answer) {
  const bool sets =
      std::holds_alternative<PolyhedralSpec>(question) || std::holds_alternative<OwnSpec>(question);
  if (sets) return {};  // the number of one of them
  return {names[answer]};
}
inline Names arms_named(const QuestionSpec&, const Names& names, const ArmSet& answer) {
  Names found;
  for (Arm a = 0; a < answer.arms(); ++a) {
    if (answer.contains(a)) found.push_back(names[a]);
  }
  return found;
}
inline Names arms_named(const QuestionSpec&, const Names&, Side) { return {}; }

template <Problem P>
class SessionOf final : public Session {
 public:
  SessionOf(const P& problem, const ExperimentSpec& spec) : experiment_(problem, spec) {}

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
  void apply(const Event& event) override { experiment_.apply(event); }
  ExperimentStatus status() const override {
    ExperimentStatus all = status_of(experiment_, words());
    if constexpr (requires { recommendation_of(experiment_); }) {
      all.recommendation = recommendation_of(experiment_);
    }
    return all;
  }
  ExperimentStatus outline() const override { return status_of(experiment_, words()); }
  Progress progress() const override { return progress_of(experiment_, words()); }
  Phase phase() const override { return experiment_.phase(); }
  std::optional<VerdictStatus> verdict() const override { return verdict_of(experiment_, words()); }
  std::vector<OpenTicket> open_tickets() const override { return experiment_.ledger().open(); }
  Arm arm_of(Ticket ticket) const override { return experiment_.ledger().at(ticket).arm; }
  std::optional<Lead> lead() const override {
    if constexpr (requires { lead_of(experiment_); }) return lead_of(experiment_);
    return std::nullopt;
  }
  std::vector<DifferenceStatus> differences_to(Arm other) const override {
    if constexpr (requires { mirador::differences_to(experiment_, other); }) {
      return mirador::differences_to(experiment_, other);
    }
    return {};
  }

 private:
  auto words() const {
    return [this](const auto& answer, std::span<const Role> roles) {
      const Names& names = experiment_.names();
      return NamedAnswer{describe(spec().question, answer, roles, names, margin_kind(spec().scale)),
                         arms_named(spec().question, names, answer)};
    };
  }

  Experiment<P> experiment_;
};

}  // namespace detail

template <Problem P>
std::unique_ptr<Session> session_of(const P& problem, const ExperimentSpec& spec) {
  return std::make_unique<detail::SessionOf<P>>(problem, spec);
}

}  // namespace mirador
