#include "mirador/race/race_spec.hpp"
