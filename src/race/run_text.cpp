#include "run_text.hpp"
