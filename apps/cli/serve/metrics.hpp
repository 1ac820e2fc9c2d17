#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>

#include "http/server.hpp"
#include "serve/worker.hpp"

namespace mirador::cli {

/// Counts and latencies of the requests, by operation. Any thread.
class Metrics {
 public:
  /// `operation` is a path as it is described, or empty for requests that fit none. Both texts are
  /// those of the description: they are kept without a copy.
  void count(std::string_view method, std::string_view operation, const http::Served& served);
  /// The text that Prometheus reads.
  std::string text(const http::Gauges& gauges, const WorkerCounts& workers) const;

 private:
  /// The upper ends of the classes of latencies, in seconds.
  static constexpr std::array<double, 10> ends = {0.0005, 0.001, 0.0025, 0.005, 0.01,
                                                  0.025,  0.05,  0.1,    0.5,   2.5};
  using Labels = std::pair<std::string_view, std::string_view>;  // method and operation
  struct Latencies {
    std::array<std::uint64_t, ends.size() + 1> classes{};
    double sum = 0.0;
  };

  mutable std::mutex mutex_;
  std::map<std::pair<Labels, unsigned>, std::uint64_t> requests_;  // by the status, too
  std::map<Labels, Latencies> latencies_;
};

}  // namespace mirador::cli
