#include <cmath>
#include <vector>

#include "fuzz.hpp"
#include "mirador/experiment/session.hpp"
#include "seal.hpp"

/// Logs with correct seals and arbitrary events: rows of a store become events, and events that are
/// impossible are refused without any change. The first byte selects the experiment; each row has a
/// byte for its kind, ticket, arm and value, and a line for its note if the first byte is large.
namespace mirador::fuzz {
namespace {

using store::Record;

std::vector<ExperimentSpec> specs() {
  ExperimentSpec spec;
  spec.arms = {"a", "b", "c"};
  spec.stopping = HeuristicSpec{};
  std::vector<ExperimentSpec> all = {spec};
  const auto add = [&](FamilySpec family, QuestionSpec question, const char* rule) {
    spec.family = std::move(family);
    spec.question = std::move(question);
    spec.rule = parse_rule(rule);
    all.push_back(spec);
  };
  add(BernoulliSpec{}, BestArmSpec{Direction::lowest, 0.1}, "bc");
  add(PoissonSpec{}, ThresholdingSpec{2.0, 0.0}, "lma");
  add(GaussianSpec{1.0}, TopMSpec{2, Direction::highest, 0.0}, "dt");
  spec.scale = Scale::log;
  spec.max_samples = 12;
  add(NormalSpec{}, BestArmSpec{Direction::lowest, 0.02}, "lma");
  spec.rounds = RoundsSpec{.round_size = 2};
  all.push_back(spec);
  spec.scale = Scale::linear;
  spec.rounds = RoundsSpec{.law = BernoulliSpec{}, .items = 3};
  all.push_back(spec);
  all.push_back({.arms = {"a", "b", "c"}, .family = GaussianSpec{1.0}});
  return all;
}

double value_of(std::uint8_t code) {
  constexpr double values[] = {0.0,   1.0,    -1.0,   0.5,    2.0,      3.0, -0.0,
                               1e300, -1e300, 1e-300, 5e-324, HUGE_VAL, NAN, 9007199254740993.0,
                               0.25,  7.0};
  return values[code % std::size(values)];
}

Record record_in(Input& input) {
  const std::uint8_t kind = input.byte();
  Record record{store::kind_of(kind % 16, "log"), static_cast<std::int8_t>(input.byte())};
  if (store::has_arm(record.kind)) record.arm = static_cast<std::int8_t>(input.byte());
  if (store::has_value(record.kind)) record.value = value_of(input.byte());
  if (store::has_note(record.kind) && kind >= 0x80) record.note = input.piece('\n');
  return record;
}

/// An experiment that received the whole log, and one that received only the accepted events.
class Replay {
 public:
  explicit Replay(const ExperimentSpec& spec) : spec_(spec), session_(make_session(spec)) {}

  void take(const Event& event) {
    if (accepted<RunError>([&] { session_->apply(event); })) taken_.push_back(event);
  }
  void compare() const {
    const auto other = make_session(spec_);
    for (const Event& event : taken_) other->apply(event);
    require(session_->open_tickets() == other->open_tickets(), "a refused event changes nothing");
    require(session_->phase() == other->phase(), "a refused event changes nothing");
    require(session_->ask(3) == other->ask(3), "a refused event changes nothing");
    session_->status();
  }

 private:
  const ExperimentSpec& spec_;
  std::unique_ptr<Session> session_;
  std::vector<Event> taken_;
};

}  // namespace
}  // namespace mirador::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace mirador;
  using namespace mirador::fuzz;
  static const std::vector<ExperimentSpec> all = specs();
  Input input(data, size);
  Replay replay(all[input.byte() % all.size()]);
  accepted<RunError>([&] {
    while (!input.empty()) {
      const Event event = store::to_event(record_in(input), "log");
      require(store::to_event(store::to_record(event), "log") == event, "a record is an event");
      replay.take(event);
    }
  });
  replay.compare();
  return 0;
}
