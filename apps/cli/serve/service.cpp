#include "serve/service.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <ctime>
#include <utility>

#include "arguments/place.hpp"
#include "mirador/core/printable.hpp"
#include "mirador/store/stores.hpp"
#include "serve/pages.hpp"
#include "serve/problem.hpp"
#include "serve/schema.hpp"
#include "serve/target.hpp"
#include "terminal/output.hpp"

namespace mirador::cli {
namespace {

constexpr int deepest_json = 64;  // of a JSON body

/// One writer at a time is all that SQLite has; on a server experiments do not wait for each other.
std::size_t desks_for(const std::string& place) { return is_server(place) ? 4 : 1; }

Books::Opener opener_of(const std::string& place) {
  return [place]() -> std::unique_ptr<Store> {
    return place == ":memory:" ? open_memory() : open_store(place);
  };
}

/// "localhost:8321", "127.0.0.1", "[::1]:8321": names of this machine that no other site can have.
bool names_this_machine(std::string_view host) {
  const std::size_t colon = host.rfind(':');
  const bool has_port =
      colon != std::string_view::npos && host.find(']', colon) == std::string_view::npos;
  if (has_port) host = host.substr(0, colon);
  return host == "localhost" || host == "[::1]" || host == "127.0.0.1";
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

/// Nothing for text that is not JSON, or nested too deeply.
std::optional<Json> parsed_body(const std::string& text) {
  bool is_too_deep = false;
  const auto watch = [&](int depth, Json::parse_event_t, Json&) {
    is_too_deep = is_too_deep || depth > deepest_json;
    return !is_too_deep;
  };
  Json body = Json::parse(text, watch, false);
  if (body.is_discarded() || is_too_deep) return std::nullopt;
  return body;
}

/// Checks body and query against the description; the order, or what is wrong.
std::optional<http::Response> wrong_input(const http::Request& request, const Target& target,
                                          Order& order) {
  const Operation& operation = *order.operation;
  for (const auto& [name, text] : target.query) {
    if (operation.query.is_null() || !operation.query.contains(name)) {
      return problem(422, "is not a parameter of this request; leave it out", name);
    }
    if (const auto wrong = misfit_of_text(operation.query[name], name, text)) {
      return problem(422, wrong->detail, wrong->field);
    }
  }
  order.query = target.query;
  if (!operation.body.is_null()) {
    if (!is_json(request)) return problem(415, "send the body as Content-Type: application/json");
    auto body = parsed_body(request.body);
    if (!body) return problem(400, "the body is not JSON; check it with a JSON tool");
    if (const auto wrong = misfit(operation.body, *body)) {
      return problem(422, wrong->detail, wrong->field);
    }
    order.body = std::move(*body);
  }
  const std::string* key = request.header("idempotency-key");
  if (operation.is_repeatable && key != nullptr) {
    if (key->empty() || key->size() > 180 || !is_printable(*key)) {
      return problem(422, "give plain text of 1 to 180 bytes", "Idempotency-Key");
    }
    order.key = "key:" + *key;
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

Service::Service(ServiceSettings settings) : settings_(std::move(settings)) {
  for (std::size_t i = 0; i < desks_for(settings_.place); ++i) {
    desks_.push_back(
        std::make_unique<Desk>(opener_of(settings_.place), Desk::Words{status_event, problem_of}));
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
  if (settings_.is_loopback && !names_this_machine(*request.header("host"))) {
    return problem(403,
                   "the Host is not this machine; open the address that mirador serve printed");
  }
  if (comes_from_another_site(request)) {
    return problem(403, "the request comes from a page of another site");
  }
  const auto target = parsed_target(request.target);
  if (!target) return problem(400, "the path cannot be read");
  const auto route = route_of(request.method, target->path);
  if (!route) return problem(404, "there is no such path; see /openapi.json");
  if (route->operation == nullptr) {
    http::Response response = problem(405, "this path takes " + route->allowed);
    response.headers.push_back({"allow", route->allowed});
    return response;
  }
  const Operation& operation = *route->operation;
  if (auto refused = refusal(request, operation)) return refused;
  Order order{&operation, route->name, {}, {}, {}, access_of(request)};
  if (auto wrong = wrong_input(request, *target, order)) return wrong;
  return hand_over(std::move(order), exchange);
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

std::optional<http::Response> Service::hand_over(Order order,
                                                 std::unique_ptr<http::Exchange>& exchange) {
  switch (order.operation->action) {
    case Action::description:
      return http::Response{200, "application/json", openapi(MIRADOR_VERSION)};
    case Action::metrics:
      return metrics();
    case Action::script:
    case Action::style:
      return asset(order.operation->action);
    case Action::page:
    case Action::experiment_page:
      if (order.access == Access::none) return sign_in_page();
      break;
    case Action::stream:
      desk_of(order.name).watch(order.name, std::move(exchange));
      return std::nullopt;
    default:
      break;
  }
  Task task = task_of(order, public_place(settings_.place));
  Desk::Job job{order.name, std::move(task.errand), std::move(task.reply), std::move(exchange)};
  if (desk_of(order.name).submit(job)) return std::nullopt;
  exchange = std::move(job.exchange);
  return problem(429, "too many requests wait; try again");
}

http::Response Service::metrics() const {
  std::uint64_t errors = 0;
  for (const auto& desk : desks_) errors += desk->store_errors();
  return {200, "text/plain; version=0.0.4",
          metrics_.text(gauges_ ? gauges_() : http::Gauges{}, errors)};
}

Desk& Service::desk_of(const std::string& name) {
  return *desks_[std::hash<std::string>{}(name) % desks_.size()];
}

void Service::note(const http::Served& served) {
  const auto target = parsed_target(served.target);
  const auto route = target ? route_of(served.method, target->path) : std::nullopt;
  const Operation* operation = route ? route->operation : nullptr;
  metrics_.count(operation ? operation->method : "", operation ? operation->path : "", served);
  if (settings_.log == RequestLog::none) return;
  const double milliseconds = static_cast<double>(served.took.count()) / 1000.0;
  const std::string path = printable(served.target.substr(0, 500));
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
