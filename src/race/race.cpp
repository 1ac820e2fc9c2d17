#include "mirador/race/race.hpp"
