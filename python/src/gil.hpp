#pragma once

#include <pybind11/pybind11.h>
#include <unistd.h>

#include <optional>

namespace mirador::python {

/// Once Python ends it ends threads that want the interpreter, by unwinding them in the middle of
/// C++: such a thread waits here until the process is gone. The one that ends Python holds the
/// interpreter already, and passes.
template <class Take>
void take_or_wait_for_the_end(Take&& take) {
  while (_Py_IsFinalizing() != 0 && PyGILState_Check() == 0) pause();
  try {
    take();
  } catch (...) {
    for (;;) pause();
  }
}

/// Lets others have the interpreter for a scope.
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

/// Holds the interpreter for a scope, on whatever thread. A thread that Python does not know would
/// be made known and forgotten again at each call; here it stays known until it ends.
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
