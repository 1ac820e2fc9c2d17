#include "mirador/race/solo.hpp"

#include <algorithm>
#include <cmath>

#include "mirador/core/infinity.hpp"
#include "mirador/experiment/scale.hpp"
#include "mirador/stopping/outlook.hpp"

namespace mirador::race {

double known_to(Scale scale, const ArmStatus& arm) {
  if (!arm.mean) return infinity;
  const double mean = onto_scale(scale, *arm.mean);
  return distance_off_scale(
      scale, std::max(mean - onto_scale(scale, arm.low), onto_scale(scale, arm.high) - mean));
}

Solo::Solo(const RaceSpec& spec, Executor& executor) : runner_(spec, &executor) {
  validate_alone(spec);
  Runner::require_programs(spec, executor);
}

End Solo::step() {
  runner_.start_clock();
  if (end_ == End::none) end_ = runner_.calibrate();
  if (end_ == End::none) end_ = runner_.budget();
  if (end_ != End::none) return end_;
  try {
    take_turn();
  } catch (const CommandFailed& error) {
    if (!runner_.all_measured()) throw;
    failure_ = Failure{0, error.what(), error.lasts};
    end_ = End::failed;
  }
  return end_;
}

void Solo::take_turn() {
  const std::optional<Run> run = runner_.measure(0);
  if (!run) {
    end_ = runner_.end();
    return;
  }
  const double value = runner_.value_of(*run, 0);
  if (spec().scale == Scale::log && !(value > 0.0)) runner_.refuse(0, value);
  const double scaled = onto_scale(spec().scale, value);
  runner_.keep(0, value, *run);
  standing_.add(0, scaled);
  watch_.add(0, scaled);
  runner_.require_more_than_shell(0);
  if (is_constant(runner_.values()[0])) end_ = runner_.is_unseen(0) ? End::unseen : End::constant;
  if (runs() < least_runs) return;
  if (known_to(spec().scale, arm()) <= spec().margin) end_ = End::known;
}

Interval Solo::interval() const { return confidence_interval(standing_, 0, spec().delta); }

ArmStatus Solo::arm() const {
  const Scale scale = spec().scale;
  ArmStatus arm{.name = spec().commands[0].name,
                .pulls = runs(),
                .pending = 0,
                .mean = std::nullopt,
                .low = -infinity,
                .high = infinity,
                .target = std::nullopt};
  if (runs() == 0) return arm;
  const Interval found = interval();
  arm.mean = off_scale(scale, standing_.means()[0]);
  arm.low = off_scale(scale, found.low);
  arm.high = off_scale(scale, found.high);
  return arm;
}

RaceReport Solo::report() {
  RaceReport report{.spec = spec(),
                    .experiment = {},
                    .status = {},
                    .runs = runner_.runs(),
                    .values = runner_.values(),
                    .end = end_,
                    .failure = failure_,
                    .lead = std::nullopt,
                    .equal = std::nullopt,
                    .warnings = diagnose(values_on_scale(runner_)),
                    .startup = runner_.startup(),
                    .seconds = runner_.seconds(),
                    .runs_before = 0,
                    .repeated = runner_.repeated(),
                    .seconds_a_run = 0.0,
                    .cleanup_failure = runner_.cleanup_failure()};
  report.status.delta = spec().delta;
  report.status.guarantee = Status::proved;
  report.status.guarantee_reason = "the interval holds at all times at once";
  report.status.smallest_risk = 1.0;
  report.status.samples = runs();
  report.status.arms = {arm()};
  if (const auto& found = watch_.contradicted()) {
    const std::string values =
        (spec().scale == Scale::log ? "the logarithms of the values of " : "the values of ") +
        spec().commands[0].name;
    report.status.contradiction = {found->assumed, spec().commands[0].name, found->samples,
                                   found->log_evidence, watch_.reason(values)};
  }
  if (runs() > 0) report.seconds_a_run = report.seconds / static_cast<double>(runs());
  return report;
}

}  // namespace mirador::race
