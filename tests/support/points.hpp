#pragma once

#include "mirador/contract/points.hpp"

/// The random numbers of the contracts, for all tests.
namespace mirador::testing_support {

using contract::combine;
using contract::dot;
using contract::normal_vector;
using contract::Random;
using contract::random_weights;
using contract::transport_cost;
using contract::uniform_vector;
using contract::Vector;

}  // namespace mirador::testing_support
