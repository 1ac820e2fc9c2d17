#pragma once

#include <map>
#include <string>

#include "serve/operations.hpp"
#include "serve/worker.hpp"

namespace mirador::cli {

/// A request that was routed and checked against its description.
struct Call {
  const Operation* operation;
  std::string name;  ///< of the experiment, if it is about one
  std::map<std::string, std::string> query;
  Json body;
  Request key = {};               ///< of Idempotency-Key; empty: none
  Access access = Access::write;  ///< what the client may do
};

/// What a writer does for a call that changes something. The answers have the fields of the
/// commands.
Job change_of(const Call& call);
/// What a reader does for any other call. `place` names the store on pages.
Job::Answer answer_of(const Call& call, const std::string& place);

}  // namespace mirador::cli
