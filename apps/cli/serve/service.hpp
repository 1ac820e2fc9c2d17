#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "http/server.hpp"
#include "serve/clerk.hpp"
#include "serve/desk.hpp"
#include "serve/metrics.hpp"
#include "serve/token.hpp"

namespace mirador::cli {

enum class RequestLog { text, json, none };

struct ServiceSettings {
  std::string place;             ///< of the store
  std::optional<Tokens> tokens;  ///< none: every client may do everything
  bool is_read_only = false;
  bool is_loopback = true;  ///< only this machine can connect
  RequestLog log = RequestLog::text;
};

/// From a request to its answer: who asks, what it is, whether it is well-formed; then a desk does
/// it. Any thread.
class Service {
 public:
  explicit Service(ServiceSettings settings);

  void handle(http::Request request, std::unique_ptr<http::Exchange> exchange);
  /// After a request was answered: one line in the log, on standard error, and the metrics.
  void note(const http::Served& served);
  void set_gauges(std::function<http::Gauges()> gauges) { gauges_ = std::move(gauges); }

 private:
  /// The answer of a request that no desk is needed for; nothing if it was handed to one.
  std::optional<http::Response> answer(http::Request& request,
                                       std::unique_ptr<http::Exchange>& exchange);
  /// By its token, where tokens are needed.
  Access access_of(const http::Request& request) const;
  std::optional<http::Response> refusal(const http::Request& request,
                                        const Operation& operation) const;
  std::optional<http::Response> hand_over(Order order, std::unique_ptr<http::Exchange>& exchange);
  http::Response metrics() const;
  Desk& desk_of(const std::string& name);

  ServiceSettings settings_;
  std::function<http::Gauges()> gauges_;
  Metrics metrics_;
  std::vector<std::unique_ptr<Desk>> desks_;
};

}  // namespace mirador::cli
