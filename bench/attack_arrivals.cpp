#include "attack_arrivals.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <memory>
#include <queue>
#include <span>

#include "mirador/experiment/session.hpp"
#include "mirador/simd/functions.hpp"
#include "mirador/simulate/workers.hpp"

namespace attack {
namespace {

using namespace mirador;

/// A normal value per ticket, independent of when it is told.
struct NormalValues {
  RandomKey key;
  double mean;
  std::array<double, 2> sigmas;  ///< of the two arms

  Reading of(const Asked& asked) const {
    const double u = reward_uniform(key, asked.arm, asked.ticket);
    return {asked.ticket, mean + sigmas[asked.arm] * normal_quantile(u)};
  }
};

/// Opens `count` tickets and calls `visit(asked)` for each.
template <class Visit>
void open_tickets(Session& session, std::uint64_t count, Visit&& visit) {
  const std::vector<Event> events = session.ask(count);
  session.apply(events);
  for (const Event& event : events) visit(std::get<Asked>(event));
}

/// A measurement takes as long as its value and is told when it is done, with 127 others in
/// progress: small values come first, especially of the arm with the larger variance. The means are
/// equal.
class ValueIsLatency {
 public:
  /// Any verdict is wrong.
  bool operator()(RandomKey key) const {
    const auto session = make_session({.arms = {"left", "right"},
                                       .family = NormalSpec{},
                                       .question = BestArmSpec{},
                                       .rule = parse_rule("rr"),
                                       .delta = 0.05});
    const NormalValues values{key, 1.0, {0.2, 0.02}};
    std::priority_queue<Running, std::vector<Running>, std::greater<>> running;
    double now = 0.0;
    const auto begin = [&](const Asked& asked) {
      const Reading reading = values.of(asked);
      running.push({now + reading.value, reading.ticket, reading.value});
    };
    open_tickets(*session, tickets, begin);
    for (int told = 0; told < results && session->phase() == Phase::running; ++told) {
      const Running first = running.top();
      running.pop();
      now = first.ends;
      session->apply(session->tell(first.ticket, first.value));
      open_tickets(*session, 1, begin);
    }
    return session->phase() == Phase::decided;
  }

 private:
  static constexpr std::uint64_t tickets = 128;
  static constexpr int results = 1000;

  struct Running {
    double ends;
    Ticket ticket;
    double value;

    auto operator<=>(const Running&) const = default;
  };
};

enum class Telling { row_by_row, at_once };

/// Batches of 200 measurements, each sorted by value before it is told. All means are above the
/// level.
class SortedBatches {
 public:
  explicit SortedBatches(Telling telling) : telling_(telling) {}

  /// An arm claimed below the level is wrong.
  bool operator()(RandomKey key) const {
    const auto session = make_session({.arms = {"left", "right"},
                                       .family = GaussianSpec{},
                                       .question = ThresholdingSpec{0.0},
                                       .rule = parse_rule("rr"),
                                       .delta = 0.05});
    const NormalValues values{key, 0.3, {1.0, 1.0}};
    for (int batch = 0; batch < batches && session->phase() == Phase::running; ++batch) {
      std::vector<Reading> readings;
      open_tickets(*session, rows,
                   [&](const Asked& asked) { readings.push_back(values.of(asked)); });
      std::ranges::sort(readings, {}, &Reading::value);
      tell(*session, readings);
    }
    const auto verdict = session->verdict();
    return verdict && verdict->answer.arms.size() < session->spec().arms.size();
  }

 private:
  static constexpr std::uint64_t rows = 200;
  static constexpr int batches = 3;

  void tell(Session& session, std::span<const Reading> readings) const {
    if (telling_ == Telling::at_once) {
      session.apply(session.tell(readings));
      return;
    }
    for (const Reading& reading : readings) {
      session.apply(session.tell(reading.ticket, reading.value));
    }
  }

  Telling telling_;
};

}  // namespace

std::vector<ArrivalAttack> arrival_attacks() {
  return {
      {"a batch of 200 sorted by value, told in one call", "gaussian", "thresholding", true, 0.05,
       1.0, 1, SortedBatches(Telling::at_once)},
      {"a batch of 200 sorted by value, told row by row", "gaussian", "thresholding", true, 0.05,
       1.0, 20, SortedBatches(Telling::row_by_row)},
      {"128 open tickets, told as they end, the value is the time (σ 0.2 and 0.02)", "normal",
       "best-arm", false, 0.05, 2.0, 20, ValueIsLatency{}},
  };
}

ArrivalMisses try_arrivals(const ArrivalAttack& attack, std::uint64_t runs, unsigned threads) {
  constexpr std::uint64_t seed = 10;
  std::atomic<std::uint64_t> wrong = 0, cpu_ns = 0;
  const auto make_worker = [&]() -> std::function<bool(std::uint64_t)> {
    return [&](std::uint64_t replication) {
      const std::uint64_t began = thread_cpu_ns();
      wrong += attack.errs({seed, replication});
      cpu_ns += thread_cpu_ns() - began;
      return true;
    };
  };
  share_out({.count = runs, .threads = threads}, make_worker, [](std::uint64_t) {});
  return {runs, wrong, cpu_ns};
}

}  // namespace attack
