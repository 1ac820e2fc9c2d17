#pragma once

#include <pybind11/numpy.h>

#include <algorithm>
#include <span>
#include <string>
#include <vector>

#include "mirador/core/error.hpp"

namespace mirador::python {

namespace py = pybind11;

inline py::array_t<double> array_of(std::span<const double> values) {
  return py::array_t<double>(static_cast<py::ssize_t>(values.size()), values.data());
}

/// A NumPy array that mirador writes and Python only reads.
class Board {
 public:
  explicit Board(std::size_t size) : array_(static_cast<py::ssize_t>(size)) {
    data_ = array_.mutable_data();
    std::fill_n(data_, size, 0.0);
    array_.attr("flags").attr("writeable") = false;
  }

  std::span<double> span() { return {data_, static_cast<std::size_t>(array_.size())}; }
  void write(std::span<const double> values) { std::ranges::copy(values, data_); }
  const py::array_t<double>& array() const { return array_; }

 private:
  py::array_t<double> array_;
  double* data_;
};

/// Reads the numbers that Python gave, one per arm. Throws InputError for anything else.
inline void read_numbers(const py::handle& given, const std::string& what, std::span<double> out) {
  const auto array = py::array_t<double, py::array::c_style | py::array::forcecast>::ensure(given);
  if (!array) {
    PyErr_Clear();
    throw InputError(what + " " + std::string(py::str(py::type::of(given))) +
                     " is not an array of numbers");
  }
  if (array.ndim() != 1 || static_cast<std::size_t>(array.size()) != out.size()) {
    throw InputError(what + " an array of shape " + std::string(py::str(array.attr("shape"))) +
                     " is given; give one number for each of the " + std::to_string(out.size()) +
                     " arms");
  }
  std::copy_n(array.data(), out.size(), out.begin());
}

/// The rows of a matrix.
inline std::vector<std::vector<double>> rows_of(
    const py::array_t<double, py::array::c_style | py::array::forcecast>& matrix) {
  std::vector<std::vector<double>> rows;
  for (py::ssize_t row = 0; row < matrix.shape(0); ++row) {
    rows.emplace_back(matrix.data(row, 0), matrix.data(row, 0) + matrix.shape(1));
  }
  return rows;
}

}  // namespace mirador::python
