#include "mirador/race/equal_allocation.hpp"
