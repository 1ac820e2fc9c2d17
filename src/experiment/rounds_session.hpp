#pragma once

#include <memory>

#include "mirador/experiment/session.hpp"

namespace mirador {

/// The session of a spec in rounds, which must be valid.
std::unique_ptr<Session> rounds_session(const ExperimentSpec& spec);

}  // namespace mirador
