#pragma once

#include <pybind11/pybind11.h>
#include <unistd.h>

namespace mirador::python {

/// Holds the interpreter for a scope, on whatever thread. A thread that Python does not know would
/// be made known and forgotten again at each call; here it stays known until it ends.
class WithPython {
 public:
  WithPython() : known_(make_known()) {}

 private:
  static int make_known() {
    // Python has ended while this thread was at work: it would end the thread in the middle of C++.
    while (_Py_IsFinalizing() != 0) pause();
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
