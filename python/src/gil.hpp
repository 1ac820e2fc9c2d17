#pragma once

#include <pybind11/pybind11.h>
#include <unistd.h>

#include <optional>

namespace mirador::python {

/// When Python shuts down it ends threads that request the interpreter, by unwinding them in the
/// middle of C++. Such a thread waits here until the process ends. The thread that shuts Python
/// down holds the interpreter already and passes.
template <class Take>
void take_or_wait_for_the_end(Take&& take) {
  while (_Py_IsFinalizing() != 0 && PyGILState_Check() == 0) pause();
  try {
    take();
  } catch (...) {
    for (;;) pause();
  }
}

/// Releases the interpreter for a scope.
class WithoutPython {
 public:
  WithoutPython() : state_(PyEval_SaveThread()) {}
  ~WithoutPython() {
    take_or_wait_for_the_end([this] { PyEval_RestoreThread(state_); });
  }
  WithoutPython(const WithoutPython&) = delete;
  WithoutPython& operator=(const WithoutPython&) = delete;

 private:
  PyThreadState* state_;
};

/// Holds the interpreter for a scope, on any thread. Python would register and forget an unknown
/// thread at each call; here it stays registered until it ends.
class WithPython {
 public:
  WithPython() {
    take_or_wait_for_the_end([this] {
      if (PyGILState_GetThisThreadState() == nullptr) thread_local Known known;
      acquired_.emplace();
    });
  }

 private:
  struct Known {
    pybind11::gil_scoped_acquire acquired;
    WithoutPython released;
  };

  std::optional<pybind11::gil_scoped_acquire> acquired_;
};

}  // namespace mirador::python
