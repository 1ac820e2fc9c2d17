#pragma once

#include <pybind11/numpy.h>

#include <string>
#include <string_view>
#include <utility>

#include "mirador/core/error.hpp"
#include "mirador/experiment/ledger.hpp"

/// Tables of finished rounds: a row for every round, a column for every arm, NaN where there is no
/// value.
namespace mirador::python {

using Matrix = pybind11::array_t<double, pybind11::array::c_style | pybind11::array::forcecast>;

/// Runs the action; its errors about a row or a batch are about `table`, as Python calls it.
template <class Action>
auto about_table(Action&& action) {
  try {
    return action();
  } catch (const ReadingError& error) {
    throw InputError("table: row " + std::to_string(error.index()) +
                     " (from 0): " + error.complaint());
  } catch (const NotFound&) {
    throw;
  } catch (const InputError& error) {
    constexpr std::string_view batch = "batch: ";
    const std::string message = error.what();
    if (!message.starts_with(batch)) throw;
    throw InputError("table: " + message.substr(batch.size()));
  }
}

}  // namespace mirador::python
