#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "mirador/contract/violation.hpp"

namespace mirador::testing_support {

using Found = std::vector<contract::Violation>;

/// Is there a violation whose requirement and detail contain these words?
inline void expect_found(const Found& found, const std::string& promise,
                         const std::string& detail = "") {
  std::string all;
  for (const auto& violation : found) {
    if (violation.promise.find(promise) != std::string::npos &&
        violation.detail.find(detail) != std::string::npos) {
      return;
    }
    all += "\n  " + violation.promise + ": " + violation.detail;
  }
  ADD_FAILURE() << "no violation was found of " << promise << " (" << detail << "), only:" << all;
}

inline void expect_nothing(const Found& found) {
  for (const auto& violation : found) {
    ADD_FAILURE() << violation.promise << ": " << violation.detail;
  }
}

}  // namespace mirador::testing_support
