#pragma once

#include <stdexcept>
#include <string>

namespace mirador {

/// What the user gave cannot be used. Thrown before anything has changed; the message is one line
/// that names the field, the value and what to give instead.
class InputError : public std::invalid_argument {
 public:
  using std::invalid_argument::invalid_argument;
};

/// The user named something that does not exist: an experiment, a ticket, an arm.
class NotFound : public InputError {
 public:
  using InputError::InputError;
};

/// The name that the user chose for something new is in use.
class NameTaken : public InputError {
 public:
  using InputError::InputError;
};

/// Something failed while running (a file that cannot be written, a solver that gave up).
class RunError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace mirador

/// A programmer's mistake, not a user's: checked in developer builds and in tests only.
#ifdef MIRADOR_CHECKS
#define MIRADOR_CHECK(condition)                                                    \
  do {                                                                              \
    if (!(condition)) throw std::logic_error("mirador: check failed: " #condition); \
  } while (false)
#else
#define MIRADOR_CHECK(condition) static_cast<void>(0)
#endif
