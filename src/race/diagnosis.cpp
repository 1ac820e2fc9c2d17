#include "mirador/race/diagnosis.hpp"
