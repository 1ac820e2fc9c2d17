#pragma once

#include <functional>
#include <span>
#include <string>

#include "live/render.hpp"

namespace mirador::cli {

/// The state of an experiment in a list.
struct ListedState {
  ExperimentStatus status;
  QuestionSpec question;
};
ListedState state_of(const LiveExperiment& experiment);

/// The experiments of the store that have all these tags. `state` gives the state of one; an
/// experiment for which it throws is listed with the reason.
ListReport listed(Store& store, std::span<const std::string> tags,
                  const std::function<ListedState(const std::string& name)>& state);

}  // namespace mirador::cli
