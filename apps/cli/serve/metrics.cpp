#include "serve/metrics.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace mirador::cli {
namespace {

std::string written(const std::pair<std::string_view, std::string_view>& labels) {
  return fmt::format("method=\"{}\",path=\"{}\"", labels.first, labels.second);
}

}  // namespace

void Metrics::count(std::string_view method, std::string_view operation,
                    const http::Served& served) {
  // Other words would let a client make labels without end.
  const Labels labels = operation.empty() ? Labels{"other", "other"} : Labels{method, operation};
  const double seconds = static_cast<double>(served.took.count()) * 1e-6;
  const auto place = std::ranges::lower_bound(ends, seconds) - ends.begin();
  const std::lock_guard lock(mutex_);
  ++requests_[{labels, served.status}];
  Latencies& latencies = latencies_[labels];
  ++latencies.classes[static_cast<std::size_t>(place)];
  latencies.sum += seconds;
}

std::string Metrics::text(const http::Gauges& gauges, const WorkerCounts& workers) const {
  std::string text;
  const auto head = [&](std::string_view name, std::string_view type, std::string_view help) {
    text += fmt::format("# HELP mirador_{0} {2}\n# TYPE mirador_{0} {1}\n", name, type, help);
  };
  const std::lock_guard lock(mutex_);
  head("requests_total", "counter", "Requests that were answered.");
  for (const auto& [key, count] : requests_) {
    text += fmt::format("mirador_requests_total{{{},status=\"{}\"}} {}\n", written(key.first),
                        key.second, count);
  }
  head("request_seconds", "histogram", "From the first byte of a request to its answer.");
  for (const auto& [key, one] : latencies_) {
    const std::string labels = written(key);
    std::uint64_t below = 0;
    for (std::size_t i = 0; i < ends.size(); ++i) {
      below += one.classes[i];
      text += fmt::format("mirador_request_seconds_bucket{{{},le=\"{}\"}} {}\n", labels, ends[i],
                          below);
    }
    below += one.classes.back();
    text += fmt::format("mirador_request_seconds_bucket{{{},le=\"+Inf\"}} {}\n", labels, below);
    text += fmt::format("mirador_request_seconds_sum{{{}}} {}\n", labels, one.sum);
    text += fmt::format("mirador_request_seconds_count{{{}}} {}\n", labels, below);
  }
  head("results_total", "counter", "Results that clients told or observed.");
  text += fmt::format("mirador_results_total {}\n", workers.results.load());
  head("commits_total", "counter", "Commits; one may hold the changes of several clients.");
  text += fmt::format("mirador_commits_total {}\n", workers.commits.load());
  head("open_connections", "gauge", "Connections, without streams.");
  text += fmt::format("mirador_open_connections {}\n", gauges.connections);
  head("open_streams", "gauge", "Streams of events.");
  text += fmt::format("mirador_open_streams {}\n", gauges.streams);
  head("closed_to_make_room_total", "counter",
       "Connections that waited too long while all were taken.");
  text += fmt::format("mirador_closed_to_make_room_total {}\n", gauges.evicted);
  head("store_errors_total", "counter", "Requests that the store could not serve.");
  text += fmt::format("mirador_store_errors_total {}\n", workers.store_errors.load());
  return text;
}

}  // namespace mirador::cli
