#pragma once

#include <chrono>
#include <optional>
#include <random>
#include <string>

#include "http_address.hpp"
#include "mirador/live/http_store.hpp"

namespace mirador::live {

struct HttpRequest {
  std::string method = "GET";
  std::string path;       ///< after the base of the address: "/v1/experiments?after=3"
  std::string body = {};  ///< JSON; empty: none
  std::string key = {};   ///< Idempotency-Key of all its tries; empty: none
  /// A connection that was idle may break at once, and libcurl repeats the request by itself. For a
  /// request without a lasting key that must be known, so it gets a new connection.
  bool on_new_connection = false;
};

struct HttpAnswer {
  long status = 0;
  std::string type = {};
  std::string body = {};
  std::string location = {};  ///< of a redirect
  std::optional<std::chrono::seconds> retry_after = std::nullopt;
  /// An earlier try broke and may have been done.
  bool may_be_repeated = false;
};

/// The service did not answer, or did not do its work, in any try.
class Unanswered : public ServiceUnreachable {
 public:
  Unanswered(const std::string& message, bool sent)
      : ServiceUnreachable(message), may_be_done(sent) {}
  bool may_be_done;  ///< the service may have received the request and done it
};

/// Requests to one service, on a connection that is kept. Tries again while the service is out of
/// reach or busy. For one thread at a time.
class HttpClient {
 public:
  explicit HttpClient(HttpOptions options);
  ~HttpClient();
  HttpClient(const HttpClient&) = delete;
  HttpClient& operator=(const HttpClient&) = delete;

  const std::string& base() const { return address_.base; }
  bool has_token() const { return !options_.token.empty(); }
  /// Any answer that is not 429, 502, 503 or 504. Throws Unanswered if there is none in time, and
  /// RunError for what another try does not change: a certificate that cannot be verified, an
  /// answer that is too large.
  HttpAnswer send(const HttpRequest& request);

 private:
  struct Try {
    HttpAnswer answer = {};
    std::string error = {};  ///< empty: it was answered
    bool may_be_done = false;
    bool is_final = false;  ///< another try would fail in the same way
  };
  /// Keeps an open connection and forgets the last request.
  void open();
  void close();
  Try attempt(const HttpRequest& request);
  void set_up(const HttpRequest& request, void* headers);
  Try outcome(int code, HttpAnswer answer) const;
  /// False: it would be too long.
  bool wait(int repeat, const Try& last, std::chrono::steady_clock::time_point give_up);
  std::string trouble_of(const Try& last) const;

  HttpOptions options_;
  HttpAddress address_;
  void* handle_ = nullptr;
  bool was_answered_ = false, is_said_ = false;
  std::minstd_rand jitter_{std::random_device{}()};
};

}  // namespace mirador::live
