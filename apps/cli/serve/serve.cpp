#include <fmt/format.h>
#include <poll.h>
#include <sys/resource.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <system_error>
#include <thread>

#include "arguments/format.hpp"
#include "arguments/place.hpp"
#include "live/render.hpp"
#include "mirador/core/error.hpp"
#include "mirador/store/stores.hpp"
#include "serve/commands.hpp"
#include "serve/service.hpp"
#include "terminal/interrupt.hpp"
#include "terminal/output.hpp"
#include "text/values.hpp"

namespace mirador::cli {
namespace {

constexpr std::chrono::milliseconds patience{4'000};           // of clients, when the service ends
constexpr std::chrono::milliseconds patience_of_workers{500};  // after that

constexpr std::uint16_t usual_port = 8321;

/// "127.0.0.1:8321", "[::1]:8321", "lab.example", ":8321", "8321".
http::Endpoint read_endpoint(const RawOptions& options) {
  if (!options.has(Option::listen)) return {"127.0.0.1", usual_port};
  const std::string& text = *options.get(Option::listen);
  const auto refuse = [&] {
    return InputError("listen: " + in_quotes(text) +
                      " is not an address; give ADDRESS:PORT, as in 127.0.0.1:8321 or [::1]:8321");
  };
  if (text.empty() || text.find('/') != std::string::npos) throw refuse();
  if (text.find_first_not_of("0123456789") == std::string::npos) {
    return {"127.0.0.1", static_cast<std::uint16_t>(parse_whole("listen", text, {0, 65535}))};
  }
  const bool has_port = text.find(':') != std::string::npos && !text.ends_with(']');
  const std::size_t end = has_port ? text.rfind(':') : text.size();
  std::string host = text.substr(0, end);
  const bool has_brackets = host.starts_with('[') && host.ends_with(']');
  if (has_brackets) host = host.substr(1, host.size() - 2);
  if (!has_brackets && host.find(':') != std::string::npos) throw refuse();
  if (host.empty()) host = "127.0.0.1";
  if (!has_port) return {host, usual_port};
  return {host,
          static_cast<std::uint16_t>(parse_whole("listen", text.substr(end + 1), {0, 65535}))};
}

std::string address_of(const http::Endpoint& endpoint) {
  const bool is_v6 = endpoint.host.find(':') != std::string::npos;
  return fmt::format("http://{}:{}", is_v6 ? "[" + endpoint.host + "]" : endpoint.host,
                     endpoint.port);
}

/// As many files as the system allows: every connection is one.
void allow_many_connections() {
  rlimit limit{};
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
  limit.rlim_cur = limit.rlim_max;
  setrlimit(RLIMIT_NOFILE, &limit);
}

RequestLog read_log(const RawOptions& options) {
  if (!options.has(Option::log)) return RequestLog::text;
  const std::string& word = *options.get(Option::log);
  if (word == "text") return RequestLog::text;
  if (word == "json") return RequestLog::json;
  if (word == "none") return RequestLog::none;
  throw InputError("log: " + in_quotes(word) + " is not one; give text, json or none");
}

ServiceSettings read_service(const RawOptions& options) {
  ServiceSettings settings;
  settings.place = read_place(options);
  if (options.has(Option::token_file)) {
    settings.tokens = Tokens::read(*options.get(Option::token_file));
  }
  settings.is_read_only = options.has(Option::read_only);
  settings.log = read_log(options);
  return settings;
}

std::unique_ptr<http::Server> listening(const http::Endpoint& where, Service& service) {
  http::Limits limits;
  limits.threads = std::clamp(std::thread::hardware_concurrency(), 2u, 8u);
  try {
    return std::make_unique<http::Server>(
        where, limits,
        [&](http::Request request, std::unique_ptr<http::Exchange> exchange) {
          service.handle(std::move(request), std::move(exchange));
        },
        [&](const http::Served& served) { service.note(served); });
  } catch (const std::system_error& error) {
    throw InputError(
        fmt::format("listen: {} cannot be listened on ({}); give another address or port",
                    address_of(where), error.code().message()));
  }
}

void refuse_open_network(const http::Endpoint& where, const ServiceSettings& settings) {
  if (settings.is_loopback || settings.tokens) return;
  throw InputError(
      fmt::format("listen: {} can be reached by other machines, so --token-file must "
                  "say who may do what; make a token with mirador token new",
                  where.host));
}

/// A worker may wait longer for a store that is busy or out of reach. What it does is not answered
/// any more, and a store survives the end of a process at any moment.
void end_in_time() {
  std::thread([] {
    std::this_thread::sleep_for(patience + patience_of_workers);
    std::_Exit(static_cast<int>(ExitCode::done));
  }).detach();
}

/// A store that cannot be opened is said at once. One that is only read is not created.
void check_store(const ServiceSettings& settings) {
  const std::string& place = settings.place;
  if (place == ":memory:") return;
  if (settings.is_read_only && !is_server(place) && !std::filesystem::exists(place)) {
    throw InputError("store: " + in_quotes(place) +
                     " does not exist, and --read-only makes no new one; name one that exists");
  }
  open_store(place);
}

std::string store_text(const std::string& place) {
  if (place == ":memory:") return "memory: they end with the service";
  return is_server(place) ? public_place(place) : std::filesystem::absolute(place).string();
}

}  // namespace

ExitCode serve(const RawOptions& options) {
  const http::Endpoint where = read_endpoint(options);
  ServiceSettings settings = read_service(options);
  settings.is_loopback = where.host == "localhost" || is_loopback_address(where.host);
  refuse_open_network(where, settings);
  allow_many_connections();
  check_store(settings);
  Service service(settings);
  const auto server = listening(where, service);
  // A name may mean any address.
  settings.is_loopback = is_loopback_address(server->endpoint().host);
  refuse_open_network(where, settings);
  service.set_gauges([&server] { return server->gauges(); });
  const int door = interrupt_door();  // who sees the address may send a signal
  write_stdout(fmt::format("mirador listens on {}\n", address_of(server->endpoint())));
  if (settings.log == RequestLog::text) {
    write_message("the experiments are in " + store_text(settings.place));
  }
  std::jthread waiter([&] {
    pollfd ready{door, POLLIN, 0};
    while (poll(&ready, 1, -1) < 0) {
    }
    end_in_time();
    server->stop(patience);
  });
  server->run();
  return ExitCode::done;
}

ExitCode token(const RawOptions& options) {
  const std::string& word = *options.get(Option::action);
  if (word != "new") {
    throw InputError("action: " + in_quotes(word) +
                     " is not known; write mirador token new NAME --role write");
  }
  const std::string& name = *options.get(Option::name);
  validate_token_name(name);
  const std::string role = options.has(Option::role) ? *options.get(Option::role) : "";
  if (role != "read" && role != "write") {
    throw InputError(role.empty() ? "role: none given; give --role read or --role write"
                                  : "role: " + in_quotes(role) + " is neither read nor write");
  }
  const std::string secret = fresh_secret();
  std::string line =
      line_of({name, role == "write" ? Access::write : Access::read, hash_of(secret)});
  line.pop_back();
  write_report(
      Deed{fmt::format("secret, shown only once: {}\nline for the token file: {}", secret, line),
           {{"name", name}, {"role", role}, {"secret", secret}, {"line", line}}},
      read_format(options));
  return ExitCode::done;
}

}  // namespace mirador::cli
