#pragma once

#include <pybind11/pybind11.h>

#include <memory>
#include <optional>

#include "arrays.hpp"
#include "mirador/problem/standing_view.hpp"

namespace mirador::python {

/// The standing as seen by rules written in Python. Its arrays belong to Python and are filled anew
/// at each call, so that a rule may keep references to them.
class State {
 public:
  explicit State(std::size_t arms);

  /// Shows a standing during the lifetime of this object.
  class Shown {
   public:
    Shown(State& state, const StandingView& standing);
    ~Shown() { state_.standing_ = nullptr; }
    Shown(const Shown&) = delete;
    Shown& operator=(const Shown&) = delete;

   private:
    State& state_;
  };

  std::size_t arms() const { return arms_; }
  const py::array_t<double>& counts() const { return counts_.array(); }
  const py::array_t<double>& means() const { return means_.array(); }
  const py::array_t<double>& variances() const { return variances_.array(); }
  const py::array_t<double>& pending() const { return pending_.array(); }
  std::uint64_t total() const { return total_; }
  std::uint64_t round() const { return round_; }
  std::optional<std::uint64_t> budget() const { return budget_; }
  /// -1 if the answer is a set of arms.
  long answer() const;
  double value() const { return standing().value(); }
  py::array_t<double> gradient();
  py::tuple at(const py::object& weights) const;
  py::array_t<double> optimal_weights() const;

 private:
  const StandingView& standing() const;

  std::size_t arms_;
  Board counts_, means_, variances_, pending_, gradient_;
  std::uint64_t total_ = 0, round_ = 0;
  std::optional<std::uint64_t> budget_;
  const StandingView* standing_ = nullptr;
};

void bind_state(py::module_& module);

}  // namespace mirador::python
