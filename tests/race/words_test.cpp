#include <gtest/gtest.h>

#include "mirador/race/executor.hpp"
