#include <pybind11/stl.h>

#include "mirador/contract/problem_contract.hpp"
#include "mirador/contract/rule_contract.hpp"
#include "mirador/contract/stopping_contract.hpp"
#include "mirador/problem/best_arm.hpp"
#include "mirador/sampling/own_sampling.hpp"
#include "mirador/spec/catalog.hpp"
#include "module.hpp"
#include "own.hpp"
#include "request.hpp"

namespace mirador::python {
namespace {

using contract::Violation;
using Found = std::vector<std::pair<std::string, std::string>>;

Found pairs_of(const std::vector<Violation>& violations) {
  Found found;
  for (const Violation& violation : violations) {
    found.emplace_back(violation.promise, violation.detail);
  }
  return found;
}

Found problem_violations(const py::dict& request) {
  const auto [family, question] = family_and_question(request);
  const auto own = std::get<OwnSpec>(question).question;
  validate(family, question);
  return with_family(family, [&]<Family F>(const F& arms) -> Found {
    if constexpr (OneParameterFamily<F>) {
      return pairs_of(contract::problem_violations(OwnProblem<F>(arms, own->arms(), own)));
    } else {
      return {};  // refused above
    }
  });
}

/// Rules see little of the problem, so they are checked on the most common one.
const BestArm<Gaussian>& best_of_three() {
  static const BestArm<Gaussian> problem(Gaussian(), 3);
  return problem;
}

Found rule_violations(const py::object& rule) {
  const OwnRuleSpec own = own_rule_spec(rule);
  return pairs_of(contract::rule_violations(best_of_three(), World{{0.5, 0.3, 0.0}}, [&] {
    return OwnSampling(best_of_three(), own.own, own.make);
  }));
}

Found stopping_violations(const py::object& stopping) {
  const OwnStopping own(own_stopping(stopping));
  const contract::Courses courses{.all = {{World{{2.0, 0.0, 0.0}}}, {World{{0.0, 0.0, 0.0}}}}};
  return pairs_of(contract::stopping_violations(best_of_three(), own, courses));
}

}  // namespace

void bind_contract(py::module_& module) {
  module.def("problem_violations", &problem_violations, py::arg("request"));
  module.def("rule_violations", &rule_violations, py::arg("rule"));
  module.def("stopping_violations", &stopping_violations, py::arg("stopping"));
}

}  // namespace mirador::python
