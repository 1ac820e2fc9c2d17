#include "compile_problem.hpp"

MIRADOR_COMPILE_FAMILY(Normal);
