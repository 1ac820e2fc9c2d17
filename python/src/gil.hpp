#pragma once

#include <pybind11/pybind11.h>
#include <unistd.h>

namespace mirador::python {

/// Once Python ends it would end a thread that wants the interpreter in the middle of C++: such a
/// thread waits until the process is gone. The one that ends Python holds the interpreter.
inline void wait_for_the_end() {
  while (_Py_IsFinalizing() != 0 && PyGILState_Check() == 0) pause();
}

/// Lets others have the interpreter for a scope.
class WithoutPython {
 public:
  WithoutPython() : state_(PyEval_SaveThread()) {}
  ~WithoutPython() {
    wait_for_the_end();
    PyEval_RestoreThread(state_);
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
  WithPython() : known_(make_known()) {}

 private:
  static int make_known() {
    wait_for_the_end();
    struct Known {
      pybind11::gil_scoped_acquire acquired;
      pybind11::gil_scoped_release released;
    };
    if (PyGILState_GetThisThreadState() == nullptr) thread_local Known known;
    return 0;
  }

  [[maybe_unused]] int known_;  // before the interpreter is acquired
  pybind11::gil_scoped_acquire acquired_;
};

}  // namespace mirador::python
