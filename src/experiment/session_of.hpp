#pragma once

#include <memory>

#include "mirador/experiment/session.hpp"
#include "mirador/problem/problem.hpp"

namespace mirador {

/// The session of a problem that can be chosen at run time. src/every_problem defines it for each,
/// so that callers do not compile the experiment again.
template <Problem P>
std::unique_ptr<Session> session_of(const P& problem, const ExperimentSpec& spec);

}  // namespace mirador
