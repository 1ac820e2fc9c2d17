#include "state.hpp"

#include <cmath>

#include "mirador/bound/view_weights.hpp"

namespace mirador::python {

State::State(std::size_t arms)
    : arms_(arms), counts_(arms), means_(arms), variances_(arms), pending_(arms), gradient_(arms) {}

State::Shown::Shown(State& state, const StandingView& standing) : state_(state) {
  const ArmStats& stats = standing.stats();
  state.counts_.write(stats.counts());
  state.means_.write(stats.means());
  state.variances_.write(stats.variances());
  state.pending_.write(standing.pending());
  state.total_ = stats.total();
  state.round_ = standing.round();
  state.budget_.reset();
  if (standing.budget() < no_budget) state.budget_ = standing.budget();
  state.standing_ = &standing;
}

const StandingView& State::standing() const {
  if (standing_ != nullptr) return *standing_;
  throw RunError(
      "state: it can be used only while mirador calls the rule; copy the values you need");
}

long State::answer() const {
  const auto answer = standing().answer();
  return answer ? static_cast<long>(*answer) : -1;
}

py::array_t<double> State::gradient() {
  standing().gradient(gradient_.span());
  return gradient_.array();
}

py::tuple State::at(const py::object& weights) const {
  std::vector<double> w(arms_), gradient(arms_);
  read_numbers(weights, "weights:", w);
  if (!std::ranges::all_of(w, [](double share) { return share >= 0.0 && std::isfinite(share); })) {
    throw InputError(
        "weights: " + std::string(py::repr(weights)) +
        " has a negative or infinite number or NaN; give shares or counts of at least 0");
  }
  const double value = standing().value_at(w, gradient);
  return py::make_tuple(value, array_of(gradient));
}

py::array_t<double> State::optimal_weights() const {
  return array_of(mirador::optimal_weights(standing()));
}

void bind_state(py::module_& module) {
  py::class_<State>(module, "State",
                    R"(The state after some measurements, as sampling and stopping rules see it.

The arrays have one number for every arm, are read-only, and are overwritten by each call: copy
the values you keep.)")
      .def_property_readonly("arms", &State::arms, "The number of arms, K.")
      .def_property_readonly("counts", &State::counts, "Measurements of every arm, N.")
      .def_property_readonly("means", &State::means, "Their means, m.")
      .def_property_readonly("variances", &State::variances,
                             "Their variances, for normal arms; 0 for other families.")
      .def_property_readonly("pending", &State::pending,
                             "Open tickets of every arm: asked for and not yet told.")
      .def_property_readonly("total", &State::total, "Measurements so far, t.")
      .def_property_readonly("round", &State::round, "Rises with every ticket and never falls.")
      .def_property_readonly(
          "budget", &State::budget,
          "The number of measurements after which no more are asked for; None if "
          "there is none.")
      .def_property_readonly("answer", &State::answer,
                             "The number of the answer that fits the data best; -1 if the answer "
                             "is a set of arms.")
      .def_property_readonly("value", &State::value,
                             "F(N, m), the cost of the closest alternative, in nats.")
      .def_property_readonly("gradient", &State::gradient,
                             "The sub-gradient of F at w = N: d(m_a, lambda_a) for every arm.")
      .def("at", &State::at, py::arg("weights"),
           "F(w, m) for the same answer at other weights, and its sub-gradient there.")
      .def("optimal_weights", &State::optimal_weights,
           "The proportions w* that would be optimal if the means were true.");
}

}  // namespace mirador::python
