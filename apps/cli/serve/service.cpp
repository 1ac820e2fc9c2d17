#include "serve/service.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <ctime>
#include <utility>

#include "arguments/place.hpp"
#include "mirador/core/printable.hpp"
#include "mirador/store/stores.hpp"
#include "serve/json_body.hpp"
#include "serve/pages.hpp"
#include "serve/problem.hpp"
#include "serve/schema.hpp"
#include "serve/target.hpp"
#include "terminal/output.hpp"

namespace mirador::cli {
namespace {

/// SQLite has one writer at a time; on a server experiments do not wait for each other.
std::size_t writers_for(const std::string& place) { return is_server(place) ? 4 : 1; }
/// The first answers what is not about one experiment.
constexpr std::size_t readers = 3;

OpenExperiments::Opener opener_of(const std::string& place) {
  if (place != ":memory:") return [place] { return open_store(place); };
  return [store = std::shared_ptr<Store>(open_memory())] { return store; };
}

/// "localhost:8321", "127.0.0.1", "[::1]:8321": names of this machine that no other site can have.
bool names_this_machine(std::string_view host) {
  const std::size_t colon = host.rfind(':');
  const bool has_port =
      colon != std::string_view::npos && host.find(']', colon) == std::string_view::npos;
  if (has_port) host = host.substr(0, colon);
  return host == "localhost" || host == "[::1]" || is_loopback_address(host);
}

/// A page of another site may send requests, but not these headers: the browser writes them.
bool comes_from_another_site(const http::Request& request) {
  const std::string* site = request.header("sec-fetch-site");
  const bool is_navigation = request.method == "GET" && request.header("sec-fetch-mode") &&
                             *request.header("sec-fetch-mode") == "navigate";
  if (site != nullptr && *site == "cross-site" && !is_navigation) return true;
  const std::string* origin = request.header("origin");
  if (origin == nullptr) return false;
  const std::string* host = request.header("host");
  const std::size_t scheme = origin->find("://");
  return host == nullptr || scheme == std::string::npos || origin->substr(scheme + 3) != *host;
}

/// The secret of "Authorization: Bearer ..."; nothing without one.
std::optional<std::string_view> secret_in(const http::Request& request) {
  const std::string* given = request.header("authorization");
  constexpr std::string_view bearer = "Bearer ";
  if (given == nullptr || !given->starts_with(bearer)) return std::nullopt;
  return std::string_view(*given).substr(bearer.size());
}

bool is_json(const http::Request& request) {
  const std::string* type = request.header("content-type");
  if (type == nullptr) return false;
  std::string essence = type->substr(0, type->find(';'));
  while (essence.ends_with(' ')) essence.pop_back();
  return essence == "application/json";
}

/// The request under which a change is stored: the key itself, as `--request` would give it. One
/// that looks as if a store had made it (fresh_request) gets a prefix, because stores look for
/// those slowly.
Request request_of(const std::string& key) {
  const bool looks_made = key.size() == fresh_request().size() &&
                          key.find_first_not_of("0123456789abcdef") == std::string::npos;
  return looks_made ? "key:" + key : key;
}

/// Checks body and query against the description; the order, or what is wrong.
std::optional<http::Response> wrong_input(const http::Request& request, const Target& target,
                                          Call& call) {
  const Operation& operation = *call.operation;
  for (const auto& [name, text] : target.query) {
    if (operation.query.is_null() || !operation.query.contains(name)) {
      return problem(422, "is not a parameter of this request; leave it out", name);
    }
    if (const auto wrong = misfit_of_text(operation.query[name], name, text)) {
      return problem(422, wrong->detail, wrong->field);
    }
  }
  call.query = target.query;
  if (!operation.body.is_null()) {
    if (!is_json(request)) return problem(415, "send the body as Content-Type: application/json");
    auto body = parsed_body(request.body);
    if (!body) return problem(400, "the body is not JSON, or too deep or too large to be read");
    if (const auto wrong = misfit(operation.body, *body)) {
      return problem(422, wrong->detail, wrong->field);
    }
    call.body = std::move(*body);
  }
  const std::string* key = request.header("idempotency-key");
  if (operation.is_repeatable && key != nullptr) {
    if (key->empty() || key->size() > 200 || !is_printable(*key)) {
      return problem(422, "give plain text of 1 to 200 bytes", "Idempotency-Key");
    }
    call.key = request_of(*key);
  }
  return std::nullopt;
}

void protect(http::Response& response) {
  response.headers.push_back({"x-content-type-options", "nosniff"});
  response.headers.push_back({"referrer-policy", "no-referrer"});
  response.headers.push_back({"cache-control", "no-store"});
  const bool is_page = std::ranges::any_of(response.headers, [](const http::Header& header) {
    return header.name == "content-security-policy";  // pages have their own
  });
  if (is_page) return;
  response.headers.push_back(
      {"content-security-policy", "default-src 'none'; frame-ancestors 'none'; base-uri 'none'"});
}

/// Adds the headers that every answer has.
class Protected final : public http::Exchange {
 public:
  explicit Protected(std::unique_ptr<http::Exchange> inner) : inner_(std::move(inner)) {}
  void respond(http::Response response) override {
    protect(response);
    inner_->respond(std::move(response));
  }
  std::shared_ptr<http::EventStream> open_stream(std::vector<http::Header> headers) override {
    headers.push_back({"X-Content-Type-Options", "nosniff"});
    headers.push_back({"X-Accel-Buffering", "no"});
    return inner_->open_stream(std::move(headers));
  }

 private:
  std::unique_ptr<http::Exchange> inner_;
};

std::string now_text() {
  const std::time_t now = std::time(nullptr);
  std::tm utc{};
  gmtime_r(&now, &utc);
  char text[32];
  std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &utc);
  return text;
}

}  // namespace

bool is_loopback_address(std::string_view host) {
  return host == "::1" || (host.starts_with("127.") &&
                           host.find_first_not_of("0123456789.") == std::string_view::npos);
}

Service::Service(ServiceSettings settings) : settings_(std::move(settings)) {
  const OpenExperiments::Opener open = opener_of(settings_.place);
  for (std::size_t i = 0; i < writers_for(settings_.place); ++i) {
    writers_.push_back(std::make_unique<Writer>(open, counts_));
  }
  for (std::size_t i = 0; i < readers; ++i) {
    readers_.push_back(std::make_unique<Reader>(open, counts_));
  }
}

void Service::handle(http::Request request, std::unique_ptr<http::Exchange> plain) {
  std::unique_ptr<http::Exchange> exchange = std::make_unique<Protected>(std::move(plain));
  std::optional<http::Response> response;
  try {
    response = answer(request, exchange);
  } catch (...) {
    response = problem_of(std::current_exception());
  }
  if (response && exchange) exchange->respond(std::move(*response));
}

std::optional<http::Response> Service::answer(http::Request& request,
                                              std::unique_ptr<http::Exchange>& exchange) {
  // Tokens keep out a page whose name was bound to this machine; a proxy in front has a name too.
  if (settings_.is_loopback && !settings_.tokens && !names_this_machine(*request.header("host"))) {
    return problem(403,
                   "the Host is not this machine; open the address that mirador serve printed");
  }
  if (comes_from_another_site(request)) {
    return problem(403, "the request comes from a page of another site");
  }
  const auto target = parsed_target(request.target);
  if (!target) return problem(400, "the path cannot be read");
  const auto match = match_of(request.method, target->path);
  if (!match) return problem(404, "there is no such path; see /openapi.json");
  if (match->operation == nullptr) {
    http::Response response = problem(405, "this path takes " + match->allowed);
    response.headers.push_back({"allow", match->allowed});
    return response;
  }
  const Operation& operation = *match->operation;
  if (auto refused = refusal(request, operation)) return refused;
  Call call{&operation, match->name, {}, {}, {}, access_of(request)};
  if (auto wrong = wrong_input(request, *target, call)) return wrong;
  return hand_over(call, exchange);
}

Access Service::access_of(const http::Request& request) const {
  Access access = Access::write;
  if (settings_.tokens) {
    const auto secret = secret_in(request);
    const Token* token = secret ? settings_.tokens->find(*secret) : nullptr;
    access = token == nullptr ? Access::none : token->access;
  }
  return settings_.is_read_only ? std::min(access, Access::read) : access;
}

std::optional<http::Response> Service::refusal(const http::Request& request,
                                               const Operation& operation) const {
  if (settings_.is_read_only && operation.access == Access::write) {
    return problem(403, "this service is read-only");
  }
  if (!settings_.tokens || operation.access == Access::none) return std::nullopt;
  const auto secret = secret_in(request);
  const Token* token = secret ? settings_.tokens->find(*secret) : nullptr;
  if (token == nullptr) return problem(401, "send Authorization: Bearer and a valid token");
  if (operation.access == Access::write && token->access != Access::write) {
    return problem(403, "the token " + token->name + " may only read");
  }
  return std::nullopt;
}

std::optional<http::Response> Service::hand_over(const Call& call,
                                                 std::unique_ptr<http::Exchange>& exchange) {
  switch (call.operation->kind) {
    case OperationKind::description:
      return http::Response{200, "application/json", openapi(MIRADOR_VERSION)};
    case OperationKind::metrics:
      return metrics();
    case OperationKind::script:
    case OperationKind::style:
      return asset(call.operation->kind);
    case OperationKind::page:
    case OperationKind::experiment_page:
      if (call.access == Access::none) return sign_in_page();
      break;
    default:
      break;
  }
  const bool is_taken =
      call.operation->access == Access::write ? write(call, exchange) : read(call, exchange);
  if (is_taken) return std::nullopt;
  return problem(429, "too many requests wait; try again");
}

bool Service::write(const Call& call, std::unique_ptr<http::Exchange>& exchange) {
  Job job = change_of(call);
  job.exchange = std::move(exchange);
  Writer& writer = *writers_[std::hash<std::string>{}(call.name) % writers_.size()];
  if (writer.add(job)) return true;
  exchange = std::move(job.exchange);
  return false;
}

bool Service::read(const Call& call, std::unique_ptr<http::Exchange>& exchange) {
  const bool is_stream = call.operation->kind == OperationKind::stream;
  Reader::Job job{is_stream ? nullptr : answer_of(call, public_place(settings_.place)), call.name,
                  std::move(exchange)};
  const std::size_t place =
      call.name.empty() ? 0 : 1 + std::hash<std::string>{}(call.name) % (readers_.size() - 1);
  Reader& reader = *readers_[place];
  if (reader.add(job)) return true;
  exchange = std::move(job.exchange);
  return false;
}

http::Response Service::metrics() const {
  return {200, "text/plain; version=0.0.4",
          metrics_.text(gauges_ ? gauges_() : http::Gauges{}, counts_)};
}

void Service::note(const http::Served& served) {
  const auto target = parsed_target(served.target);
  const auto match = target ? match_of(served.method, target->path) : std::nullopt;
  const Operation* operation = match ? match->operation : nullptr;
  metrics_.count(operation ? operation->method : "", operation ? operation->path : "", served);
  if (settings_.log == RequestLog::none) return;
  const double milliseconds = static_cast<double>(served.took.count()) / 1000.0;
  // Without the parameters: what is in them may be secret.
  const std::string path =
      printable(served.target.substr(0, std::min<std::size_t>(served.target.find('?'), 500)));
  if (settings_.log == RequestLog::text) {
    return write_log_line(fmt::format("{} {} {} {} {} {} bytes {:.1f} ms", now_text(), served.peer,
                                      served.method.empty() ? "-" : served.method, path,
                                      served.status, served.bytes, milliseconds));
  }
  Json line = Json::object();
  line["time"] = now_text();
  line["peer"] = served.peer;
  line["method"] = printable(served.method);
  line["path"] = path;
  line["status"] = served.status;
  line["bytes"] = served.bytes;
  line["ms"] = milliseconds;
  write_log_line(dumped(line));
}

}  // namespace mirador::cli
