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
/// without max_samples where there is no budget, without scale where it is linear, without
/// reissue_after where tickets are handed out once, without note where it is empty. The number of
/// mirador_spec is the edition (stopping/edition.hpp). Parts of one's own have their names only:
/// {"name":"own","own":"NAME"} for the question, "own:NAME" for rule and stopping. The same spec
/// gives the same text. Throws InputError for text in it that is not UTF-8.
std::string to_json(const ExperimentSpec& spec);
/// Throws InputError, starting with "spec", for text that is no such spec or of a newer version.
/// The spec itself is looked at by `validate`.
ExperimentSpec spec_from_json(std::string_view text);

/// A family and a question as they are written in a spec.
FamilySpec family_from_json(std::string_view text);
QuestionSpec question_from_json(std::string_view text);

/// {"event":"observed","ticket":7,"arm":"b","value":0.5,"note":"..."}, without note where it is
/// empty; asked has no value and no note, told no arm, abandoned and reissued none of them. A told
/// event with "more":true is followed by the next one of its batch. Throws InputError for a note
/// that is not UTF-8.
std::string to_json(const Event& event, const ExperimentSpec& spec);
/// Throws InputError for text that is no event on the arms of the spec.
Event event_from_json(std::string_view text, const ExperimentSpec& spec);

}  // namespace mirador
