#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <string>

#include "mirador/live/remote_store.hpp"
#include "mirador/store/store.hpp"

/// Stores that `mirador serve` serves, by its address: http://HOST:PORT, or https:// with a proxy
/// in front of it.
namespace mirador {

/// The service cannot be reached, or did not answer. Nothing was changed, or for something that can
/// be repeated the message says that the outcome is unknown.
class ServiceUnreachable : public RunError {
 public:
  using RunError::RunError;
};

struct HttpOptions {
  /// http://HOST:PORT or https://HOST, also with a path if a proxy has the service under one. No
  /// name and no password.
  std::string url;
  /// The secret that `mirador token new` printed; empty: none. It is sent as it is, so use https
  /// for other machines.
  std::string token = {};
  /// How long a connection may take to be made.
  std::chrono::milliseconds connect{5'000};
  /// How long a service may be silent before it counts as gone; in whole seconds.
  std::chrono::seconds silence{30};
  /// How long a request is tried again if the connection fails or breaks, or the service is busy
  /// (429, 502, 503, 504), with growing waits.
  std::chrono::milliseconds patience{30'000};
  /// Is told what the matter is when requests have been tried again for a second, once until the
  /// service answers; it must not throw.
  std::function<void(const std::string& trouble)> on_wait = {};
};
/// The address, and the token of the variable MIRADOR_TOKEN.
HttpOptions http_options(const std::string& url);

/// The experiments of a service.
///
/// A request that is tried again carries the same Idempotency-Key, and the service keeps it with
/// the events. So a change whose answer was lost is found again: it is neither lost nor made twice,
/// also if the service was killed in between. A repeated deletion or renaming that finds its work
/// done is done. A repeated creation that finds the name taken by an experiment with the same spec
/// and events takes it for its own.
///
/// Supported: all of LiveExperiment, create, list, spec, read, rename, remove. Not supported:
/// user-defined rules and questions, which the service does not have, and `verify`, which must run
/// where the store is; both are InputErrors. An answer is at most 64 MiB, and the service takes at
/// most 8 MiB at once. Redirects are not followed. Certificates are verified with those of the
/// system, or of the file that the variable SSL_CERT_FILE names. The proxy of the environment
/// (http_proxy, https_proxy, no_proxy) is used, except for this machine.
///
/// Cost: one round trip for each change and each read, on a connection that stays open. For one
/// thread at a time.
///
/// Throws InputError for an address or token that cannot be one, and RunError if libcurl, which is
/// loaded by the first call, is missing. The service is asked only later.
std::unique_ptr<RemoteStore> open_http(const HttpOptions& options);

/// Is it an address of `open_http`?
bool is_http(const std::string& place);

/// Any store by its place, as people give it: an address of a service, with the token of the
/// variable MIRADOR_TOKEN, or else as `open_store`.
std::unique_ptr<Store> open_place(const std::string& place,
                                  Durability durability = Durability::power_cut);

}  // namespace mirador
