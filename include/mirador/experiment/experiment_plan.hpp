#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "mirador/experiment/arm_changes.hpp"
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
///   - the margin: to another value, before the verdict; from 0 or to 0 only for thresholding;
///   - the arms: best-arm without a margin, measured independently, with mixture stopping, before
///     the verdict.
class ExperimentPlan {
 public:
  explicit ExperimentPlan(ExperimentSpec spec)
      : spec_(std::move(spec)), turnover_(arms_in_question(spec_).size()) {}

  /// As it stands now.
  const ExperimentSpec& spec() const { return spec_; }
  const std::vector<PlanChange>& changes() const { return changes_; }
  const std::vector<PlanNote>& notes() const { return notes_; }
  const std::vector<ArmChange>& arm_changes() const { return arm_changes_; }
  /// In the order in which they were given.
  const std::vector<std::string>& tags() const { return tags_; }
  /// The risk that was fixed before the first value was told, if it has been changed since.
  std::optional<double> first_delta() const;
  /// The level at which the question is decided: δ, less once arms were added or retired.
  double level() const { return spec_.delta * turnover_.share(); }
  /// The risk of a wrong claim in all, if arms were added or retired since the first value was
  /// told.
  std::optional<double> risk_in_all() const;

  /// The events for the values that differ from those of now. Throws InputError for a change that
  /// is not allowed.
  std::vector<Event> change(const NewSettings& wanted, bool is_decided) const;
  /// Throws InputError unless the change is allowed.
  void check(const Changed& event, bool is_decided) const;

  /// The events for these arms, `told` values after the beginning, as one batch. Throw InputError
  /// if that has no guarantee, and for an arm that exists or does not.
  std::vector<Event> add_arms(std::span<const std::string> names, bool is_decided,
                              std::uint64_t told) const;
  std::vector<Event> retire_arms(std::span<const std::string> names, bool is_decided,
                                 std::uint64_t told) const;
  /// Throw InputError unless the change is allowed.
  void check(const ArmAdded& event, bool is_decided) const;
  void check(const ArmRetired& event, bool is_decided) const;

  /// The events for the tags that are not there yet, or are there and shall be removed.
  std::vector<Event> tag(std::span<const std::string> tags) const;
  std::vector<Event> untag(std::span<const std::string> tags) const;

  /// `samples`: the values told so far.
  void apply(const Changed& event, std::uint64_t samples);
  void apply(const Noted& event, std::uint64_t samples);
  void apply(const ArmAdded& event, std::uint64_t samples);
  void apply(const ArmRetired& event, std::uint64_t samples);
  void apply(const Tagged& event, std::uint64_t samples);
  void apply(const Untagged& event, std::uint64_t samples);

 private:
  double value_of(Setting setting) const;
  bool has_tag(const std::string& tag) const;
  void refuse_other_arms(bool is_decided) const;
  void refuse_tiny_level() const;
  template <class Make>
  std::vector<Event> in_turn(std::span<const std::string> names, bool is_decided,
                             std::uint64_t told, Make&& make) const;

  ExperimentSpec spec_;
  std::vector<PlanChange> changes_;
  std::vector<PlanNote> notes_;
  ArmTurnover turnover_;
  std::vector<ArmChange> arm_changes_;
  std::vector<std::string> tags_;
};

/// A note as an event. Throws InputError unless it is UTF-8 text of 1 to 10,000 bytes.
Event note_event(std::string text);
/// Throws InputError for the text of a note that stores could not return.
void validate_note_text(std::string_view text);

/// Throws InputError unless every tag is plain text of 1 to 200 bytes without commas.
void validate_tags(std::span<const std::string> tags);

}  // namespace mirador
