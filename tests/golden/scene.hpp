#pragma once

#include <cstdint>
#include <string>
#include <type_traits>
#include <variant>
#include <vector>

#include "mirador/experiment/experiment_spec.hpp"
#include "mirador/spec/description.hpp"
#include "mirador/spec/problem_spec.hpp"

/// The scenes of the transcripts in tests/golden.
namespace mirador::testing_support {

/// A simulated experiment, from the first measurement to the verdict or the end of its budget.
struct Scene {
  std::string file;   ///< its transcript, as in "rules/lma-L.txt"
  std::string words;  ///< a description, the first line of the transcript
  ProblemSpec problem;
  std::string rule, stopping;
  std::uint64_t seed;
  std::uint64_t every;   ///< after the first rounds, every so many rounds one is recorded
  std::uint64_t budget;  ///< measurements
};

/// One for every choice that a spec offers, in the folders rules, families, questions and stopping.
std::vector<Scene> scenes();

/// The transcript of a scene.
std::string play(const Scene& scene);

/// A comparison in rounds, from the first round to the verdict.
struct RoundsScene {
  std::string file;   ///< its transcript, as in "rounds/items.txt"
  std::string words;  ///< a description, the first line of the transcript
  ExperimentSpec spec;
};

/// One for every law and every option of a comparison in rounds.
std::vector<RoundsScene> rounds_scenes();

/// The transcript of a comparison.
std::string play(const RoundsScene& scene);

/// The transcript of events that simulations do not have: tickets that are open at the same time,
/// abandoned or told out of order, observations, batches, results that are told twice or after the
/// verdict.
inline const std::string live_events_file = "live-events.txt";
std::string play_live_events();

/// A number as transcripts write it: with six digits, which all compilers agree on.
std::string number(double value);

/// A field that has a default, so that a choice can be played without it and with it.
template <class AnyField>
constexpr bool has_default(const AnyField& field) {
  return field.needed == Needed::never && !field.simulated;
}

/// NAME.txt for a choice with its defaults; NAME-OPTION.txt where a field differs from its default.
template <class... Specs>
std::string file_of(const std::string& folder, const std::variant<Specs...>& choice) {
  const auto name = []<class Spec>(const Spec& spec) {
    std::string text(Spec::name);
    for_each_value(spec, [&](const auto& field, const auto& value) {
      if constexpr (kind_of<std::decay_t<decltype(value)>>() != FieldKind::sets) {
        const bool changed = value != Spec{}.*(field.member);
        if (changed && has_default(field)) text += "-" + std::string(field.option());
      }
    });
    return text;
  };
  return folder + "/" + std::visit(name, choice) + ".txt";
}

/// The transcripts that the alternatives of a variant must have: one for each, and one for each
/// field with a default.
template <class Variant>
std::vector<std::string> files_wanted(const std::string& folder) {
  std::vector<std::string> files;
  for (const SpecText& spec : texts_of<Variant>()) {
    const std::string file = folder + "/" + std::string(spec.name);
    files.push_back(file + ".txt");
    for (const FieldText& field : spec.fields) {
      if (has_default(field)) files.push_back(file + "-" + std::string(field.option) + ".txt");
    }
  }
  return files;
}

}  // namespace mirador::testing_support
