#include "live_report/history.hpp"

#include <algorithm>

#include "mirador/core/overloaded.hpp"
#include "mirador/experiment/session.hpp"

namespace mirador::cli {
namespace {

constexpr std::uint64_t most_points = 200;

LogCounts counts_of(std::span<const Event> log) {
  LogCounts counts{.events = log.size()};
  for (const Event& event : log) {
    std::visit(overloaded{
                   [&](const Asked&) { ++counts.asked; },
                   [&](const Told&) { ++counts.told; },
                   [&](const Observed&) { ++counts.observed; },
                   [&](const Abandoned&) { ++counts.abandoned; },
               },
               event);
  }
  return counts;
}

bool is_measurement(const Event& event) {
  return std::holds_alternative<Told>(event) || std::holds_alternative<Observed>(event);
}

}  // namespace

History history_of(const ExperimentSpec& spec, std::span<const Event> log) {
  const LogCounts counts = counts_of(log);
  const std::uint64_t total = counts.told + counts.observed;
  const std::uint64_t stride = std::max<std::uint64_t>(1, total / most_points);
  const std::unique_ptr<Session> session = make_session(spec);
  std::vector<HistoryPoint> points;
  std::uint64_t samples = 0;
  for (const Event& event : log) {
    session->apply(event);
    if (!is_measurement(event)) continue;
    ++samples;
    if (samples % stride != 0 && samples != total) continue;
    if (const auto& findings = session->status().findings) {
      points.push_back({samples, findings->evidence, findings->required});
    }
  }
  return {session->status(), counts, std::move(points)};
}

}  // namespace mirador::cli
