#include "mirador/race/executor.hpp"
