#pragma once

#include <gtest/gtest.h>

#include <vector>

#include "mirador/contract/violation.hpp"

namespace mirador::testing_support {

inline void expect_kept(const std::vector<contract::Violation>& violations) {
  for (const auto& violation : violations) {
    ADD_FAILURE() << violation.promise << "\n  " << violation.detail;
  }
}

}  // namespace mirador::testing_support
