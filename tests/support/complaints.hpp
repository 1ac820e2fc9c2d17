#pragma once

#include <gtest/gtest.h>

#include <initializer_list>
#include <string>

#include "mirador/core/error.hpp"

namespace mirador::testing_support {

/// The message of the InputError that an action throws; empty if it throws none.
template <class Action>
std::string complaint(Action&& action) {
  try {
    action();
  } catch (const InputError& error) {
    return error.what();
  }
  return {};
}

/// Expects one line that contains all the words.
inline void expect_mentions(const std::string& message, std::initializer_list<const char*> words) {
  for (const char* word : words) {
    EXPECT_NE(message.find(word), std::string::npos) << '"' << message << "\" lacks " << word;
  }
  EXPECT_EQ(message.find('\n'), std::string::npos);
}

}  // namespace mirador::testing_support
