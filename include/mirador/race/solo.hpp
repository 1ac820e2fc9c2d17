#pragma once

#include <cstdint>
#include <functional>
#include <string_view>
#include <utility>

#include "mirador/assumption/assumption_watch.hpp"
#include "mirador/core/interval.hpp"
#include "mirador/family/normal.hpp"
#include "mirador/problem/standing.hpp"
#include "mirador/problem/thresholding.hpp"
#include "mirador/race/race_report.hpp"
#include "mirador/race/race_spec.hpp"
#include "mirador/race/runner.hpp"

namespace mirador::race {

/// One command measured alone, until its mean is known to within the margin: on the log scale the
/// geometric mean, to a share of it. The interval of the mean contains it at all times with
/// probability 1 - δ, so it may be looked at after every run and decide when to stop. That is
/// proved (confidence_interval) if the values, on the log scale their logarithms, are independent
/// and normal with unknown mean and spread; the same tests as in an experiment watch for
/// contradictions. It is no experiment: nothing is stored, and what is interrupted is begun anew.
class Solo {
 public:
  /// With fewer runs a command may just have been lucky to repeat itself.
  static constexpr std::uint64_t least_runs = 10;

  /// Throws InputError unless the spec is that of one command and valid.
  Solo(const RaceSpec& spec, Executor& executor);
  Solo(const Solo&) = delete;
  Solo& operator=(const Solo&) = delete;

  /// Makes the next run, as Race::step does.
  End step();
  End end() const { return end_; }
  /// As of a race.
  void clean_up() { runner_.clean_up(); }
  const RaceSpec& spec() const { return runner_.spec(); }
  std::uint64_t runs() const { return runner_.total(); }
  void on_run(std::function<void(std::size_t, std::string_view)> tell) {
    runner_.on_run = std::move(tell);
  }
  /// The state of a race of one: its arm has the mean and the interval; there is no verdict, no
  /// lead and no round.
  RaceReport report();

 private:
  void take_turn();
  ArmStatus arm() const;
  Interval interval() const;

  Runner runner_;
  std::optional<Failure> failure_;
  End end_ = End::none;
  /// An interval looks at one arm and not at the question, which is about two at least.
  Thresholding<Normal> question_{Normal{}, LevelQuestion(2, 0.0)};
  Standing<Thresholding<Normal>> standing_{question_};
  AssumptionWatch<Normal> watch_{Normal{}, 1, 1};
};

/// By how much the mean may be off at most: the larger distance of an end of its interval, as a
/// share on the log scale. Infinite while it is not known.
double known_to(Scale scale, const ArmStatus& arm);

}  // namespace mirador::race
