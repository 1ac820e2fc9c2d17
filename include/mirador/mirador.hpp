#pragma once

/// Includes the whole public library: problems, the lower bound, sampling and stopping rules, the
/// simulator, live experiments. Slower to compile than single headers.

#include "mirador/bound/characteristic_time.hpp"
#include "mirador/experiment/session.hpp"
#include "mirador/experiment/status_of.hpp"
#include "mirador/simulate/reference.hpp"
#include "mirador/simulate/simulate.hpp"
#include "mirador/spec/catalog.hpp"
#include "mirador/spec/stopping_spec.hpp"
#include "mirador/stopping/outlook.hpp"
#include "mirador/stopping/watch.hpp"
