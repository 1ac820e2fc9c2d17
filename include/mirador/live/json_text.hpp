#pragma once

#include <string>
#include <string_view>

#include "mirador/experiment/event.hpp"
#include "mirador/experiment/experiment_spec.hpp"

/// Specs and events as JSON text, one line each.
namespace mirador {

/// {"mirador_spec":2,"arms":["a","b"],"family":{"name":"gaussian","sigma":1.0},"scale":"log",
///  "question":{"name":"best-arm","direction":"highest","margin":0.0},"rule":"lma",
///  "stopping":"mixture","delta":0.05,"max_samples":1000,"seed":1,"reissue_after":60.0,
///  "note":"..."}
/// Left out: max_samples without a budget, scale if it is linear, reissue_after if tickets are
/// handed out once, note if it is empty. The number of mirador_spec is the edition
/// (stopping/edition.hpp). A comparison in rounds has, in place of family, rule and stopping,
///   "rounds":{"family":{"name":"symmetric","compare":"mean"},"items":795,"item_names":["..."],
///             "round_size":4}
/// User-defined parts are written as their names:
/// {"name":"own","own":"NAME"} for the question, "own:NAME" for rule and stopping. The same spec
/// always gives the same text. Throws InputError if it contains text that is not UTF-8.
std::string to_json(const ExperimentSpec& spec);
/// Throws InputError, starting with "spec", for text that is not such a spec or of a newer version.
/// The content of the spec is checked by `validate`.
ExperimentSpec spec_from_json(std::string_view text);

/// A family and a question in the form they have in a spec.
FamilySpec family_from_json(std::string_view text);
QuestionSpec question_from_json(std::string_view text);

/// {"event":"observed","ticket":7,"arm":"b","value":0.5,"note":"..."}, without note if it is empty.
/// `asked` has no value and no note; `told` has no arm; `abandoned` and `reissued` have none of the
/// three. A note is {"event":"noted","note":"..."}, and a setting that was changed
/// {"event":"changed","delta":0.01}, or max_samples (0: none) or margin. A told or observed event
/// with "more":true is followed by the next one of its batch. Throws InputError for a note that is
/// not UTF-8.
std::string to_json(const Event& event, const ExperimentSpec& spec);
/// Throws InputError for text that is not an event for the arms of the spec.
Event event_from_json(std::string_view text, const ExperimentSpec& spec);

}  // namespace mirador
