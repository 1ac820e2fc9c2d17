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
py::dict compare(const py::dict& request, const Matrix& values,
                 const std::vector<std::string>& labels) {
  const ExperimentSpec spec = experiment_spec(request);
  const auto rows = rows_of(values);
  std::vector<std::string> doubts;
  std::vector<std::optional<double>> means;
  const ExperimentStatus status = about_table([&] {
    const WithoutPython released;
    const auto session = compare_rows(spec, rows);
    doubts = doubts_about_rows(spec, rows, labels, *session);
    means = means_of_rows(spec, rows);
    return session->status();
  });
  py::dict found = dict_of(status, spec.arms, {});
  found["warnings"] = py::object(found["warnings"]) + py::tuple(py::cast(doubts));
  const py::list arms = found["arms"];
  for (std::size_t a = 0; a < means.size(); ++a) arms[a]["mean_all"] = means[a];
  return found;
}

}  // namespace

void bind_compare(py::module_& module) {
  module.def("compare", &compare, py::arg("request"), py::arg("values"), py::arg("labels"));
}

}  // namespace mirador::python
