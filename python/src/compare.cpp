#include <pybind11/stl.h>

#include "arrays.hpp"
#include "dictionaries.hpp"
#include "gil.hpp"
#include "mirador/experiment/compare_rows.hpp"
#include "module.hpp"
#include "request.hpp"
#include "table.hpp"

namespace mirador::python {
namespace {

/// The status after the rows, or after those that were enough for a verdict.
py::dict compare(const py::dict& request, const Matrix& values) {
  const ExperimentSpec spec = experiment_spec(request);
  const auto rows = rows_of(values);
  const ExperimentStatus status = about_table([&] {
    const WithoutPython released;
    return compare_rows(spec, rows)->status();
  });
  return dict_of(status, spec.arms, {});
}

}  // namespace

void bind_compare(py::module_& module) {
  module.def("compare", &compare, py::arg("request"), py::arg("values"));
}

}  // namespace mirador::python
