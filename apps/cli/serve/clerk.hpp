#pragma once

#include <optional>
#include <string>

#include "mirador/live/live_experiment.hpp"
#include "serve/desk.hpp"
#include "serve/operations.hpp"

namespace mirador::cli {

/// A request that was routed and checked.
struct Order {
  const Operation* operation;
  std::string name;  ///< of the experiment, if it is about one
  std::map<std::string, std::string> query;
  Json body;
  Request key = {};               ///< of Idempotency-Key; empty: none
  Access access = Access::write;  ///< what the client may do
};

/// What an order is for the desk: the change, if it is one, and the answer. The names, fields and
/// words are those of the commands. `place` is shown on pages.
struct Task {
  std::optional<Errand> errand;
  Desk::Reply reply;
};
Task task_of(const Order& order, const std::string& place);

/// The event of a stream: "event: status" and the status as JSON.
std::string status_event(LiveExperiment& experiment);

}  // namespace mirador::cli
