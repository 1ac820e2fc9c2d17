#pragma once

#include <stdexcept>
#include <string>

namespace mirador {

/// Invalid user input. Thrown before anything has changed; the message is one line that names the
/// field, the value and what to give instead.
class InputError : public std::invalid_argument {
 public:
  using std::invalid_argument::invalid_argument;
};

/// The input names something that does not exist: an experiment, a ticket, an arm.
class NotFound : public InputError {
 public:
  using InputError::InputError;
};

/// The input contradicts what is there: another value of a ticket, a ticket that was told.
class Conflict : public InputError {
 public:
  using InputError::InputError;
};

/// The name chosen for something new is already in use.
class NameTaken : public Conflict {
 public:
  using Conflict::Conflict;
};

/// A failure at run time (a file that cannot be written, a solver that did not converge).
class RunError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace mirador

/// Checks a precondition (a bug if violated, not a user error) in developer builds and tests only.
#ifdef MIRADOR_CHECKS
#define MIRADOR_CHECK(condition)                                                    \
  do {                                                                              \
    if (!(condition)) throw std::logic_error("mirador: check failed: " #condition); \
  } while (false)
#else
#define MIRADOR_CHECK(condition) static_cast<void>(0)
#endif
