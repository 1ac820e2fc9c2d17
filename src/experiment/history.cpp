#include "mirador/experiment/history.hpp"

#include <algorithm>
#include <limits>

#include "mirador/core/overloaded.hpp"
#include "mirador/experiment/session.hpp"

namespace mirador {
namespace {

LogCounts counts_of(std::span<const Event> log) {
  LogCounts counts{.events = log.size()};
  for (const Event& event : log) {
    std::visit(overloaded{
                   [&](const Asked&) { ++counts.asked; },
                   [&](const Told&) { ++counts.told; },
                   [&](const Observed&) { ++counts.observed; },
                   [&](const Abandoned&) { ++counts.abandoned; },
                   [](const auto&) {},
               },
               event);
  }
  return counts;
}

bool is_measurement(const Event& event) {
  return std::holds_alternative<Told>(event) || std::holds_alternative<Observed>(event);
}

/// Records nothing before every arm has been measured.
void look(const ExperimentStatus& status, std::vector<HistoryPoint>& points) {
  if (!status.findings) return;
  HistoryPoint point{status.samples, status.findings->evidence, status.findings->required, {}, {}};
  for (const ArmStatus& arm : status.arms) {
    point.pulls.push_back(arm.pulls);
    point.means.push_back(arm.mean.value_or(std::numeric_limits<double>::quiet_NaN()));
  }
  points.push_back(std::move(point));
}

}  // namespace

History history_of(const ExperimentSpec& spec, std::span<const Event> log, std::uint64_t looks) {
  const LogCounts counts = counts_of(log);
  const std::uint64_t total = counts.told + counts.observed;
  const std::uint64_t stride =
      std::max<std::uint64_t>(1, total / std::max<std::uint64_t>(1, looks));
  const std::unique_ptr<Session> session = make_session(spec);
  std::vector<HistoryPoint> points;
  std::uint64_t samples = 0, next = stride;
  for (const Event& event : log) {
    session->apply(event);
    if (!is_measurement(event)) continue;
    ++samples;
    if (is_within_batch(event) || (samples < next && samples < total)) continue;
    look(session->outline(), points);
    next = (samples / stride + 1) * stride;
  }
  return {session->status(), counts, session->spec(), std::move(points)};
}

}  // namespace mirador
