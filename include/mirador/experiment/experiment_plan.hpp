#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "mirador/experiment/event.hpp"
#include "mirador/experiment/experiment_spec.hpp"

namespace mirador {

/// New values of settings. What has no value stays as it is.
struct NewSettings {
  std::optional<std::uint64_t> max_samples = std::nullopt;  ///< 0: no budget
  std::optional<double> delta = std::nullopt;
  std::optional<double> margin = std::nullopt;

  std::optional<double> value_of(Setting setting) const;
  void reset(Setting setting);
};

/// A setting that was changed, after this many values had been told.
struct PlanChange {
  std::uint64_t samples;
  Setting setting;
  double from, to;  ///< a budget of 0 is none

  bool operator==(const PlanChange&) const = default;
};

/// A note of the user, made after this many values had been told.
struct PlanNote {
  std::uint64_t samples;
  std::string text;

  bool operator==(const PlanNote&) const = default;
};

/// The plan of an experiment: its spec with all changes so far, and the changes and notes
/// themselves. What may be changed is what keeps the guarantee, proved in docs/theory.md, section
/// 14:
///   - the budget: at any time before the verdict;
///   - δ: to a smaller value, before the verdict;
///   - the margin: to another value, before the verdict; from 0 or to 0 only for thresholding.
class ExperimentPlan {
 public:
  explicit ExperimentPlan(ExperimentSpec spec) : spec_(std::move(spec)) {}

  /// As it stands now.
  const ExperimentSpec& spec() const { return spec_; }
  const std::vector<PlanChange>& changes() const { return changes_; }
  const std::vector<PlanNote>& notes() const { return notes_; }
  /// The risk that was fixed before the first value was told, if it has been changed since.
  std::optional<double> first_delta() const;

  /// The events for the values that differ from those of now. Throws InputError for a change that
  /// is not allowed.
  std::vector<Event> change(const NewSettings& wanted, bool is_decided) const;
  /// Throws InputError unless the change is allowed.
  void check(const Changed& event, bool is_decided) const;

  /// `samples`: the values told so far.
  void apply(const Changed& event, std::uint64_t samples);
  void apply(const Noted& event, std::uint64_t samples);

 private:
  double value_of(Setting setting) const;

  ExperimentSpec spec_;
  std::vector<PlanChange> changes_;
  std::vector<PlanNote> notes_;
};

/// A note as an event. Throws InputError unless it is UTF-8 text of 1 to 10,000 bytes.
Event note_event(std::string text);

}  // namespace mirador
