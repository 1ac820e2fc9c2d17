#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "http/server.hpp"
#include "serve/calls.hpp"
#include "serve/metrics.hpp"
#include "serve/reader.hpp"
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

/// Of an address, not of a name.
bool is_loopback_address(std::string_view host);

/// From a request to its answer: who asks, what it is, whether it is well-formed; then a writer or
/// a reader does it. Any thread.
class Service {
 public:
  explicit Service(ServiceSettings settings);

  void handle(http::Request request, std::unique_ptr<http::Exchange> exchange);
  /// After a request was answered: one line in the log, on standard error, and the metrics.
  void note(const http::Served& served);
  void set_gauges(std::function<http::Gauges()> gauges) { gauges_ = std::move(gauges); }

 private:
  /// The answer of a request that no worker is needed for; nothing if it was handed to one.
  std::optional<http::Response> answer(http::Request& request,
                                       std::unique_ptr<http::Exchange>& exchange);
  /// By its token, where tokens are needed.
  Access access_of(const http::Request& request) const;
  std::optional<http::Response> refusal(const http::Request& request,
                                        const Operation& operation) const;
  std::optional<http::Response> hand_over(const Call& call,
                                          std::unique_ptr<http::Exchange>& exchange);
  bool write(const Call& call, std::unique_ptr<http::Exchange>& exchange);
  bool read(const Call& call, std::unique_ptr<http::Exchange>& exchange);
  http::Response metrics() const;

  ServiceSettings settings_;
  std::function<http::Gauges()> gauges_;
  Metrics metrics_;
  WorkerCounts counts_;
  // An experiment has one writer and one reader.
  std::vector<std::unique_ptr<Writer>> writers_;
  std::vector<std::unique_ptr<Reader>> readers_;
};

}  // namespace mirador::cli
