#include "serve/problem.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <new>

#include "mirador/core/error.hpp"
#include "mirador/core/printable.hpp"
#include "mirador/experiment/ledger.hpp"
#include "mirador/store/store.hpp"
#include "text/json_parts.hpp"

namespace mirador::cli {
namespace {

std::string_view title_of(unsigned status) {
  switch (status) {
    case 400:
      return "the request cannot be read";
    case 401:
      return "a token is needed";
    case 403:
      return "not allowed";
    case 404:
      return "not found";
    case 405:
      return "no such method";
    case 409:
      return "it contradicts the state";
    case 415:
      return "not JSON";
    case 422:
      return "a field is missing or wrong";
    case 429:
      return "too many requests wait";
    case 503:
      return "the store cannot do its work";
    default:
      return "internal error";
  }
}

/// The field that a message of the library begins with: "value: nan cannot be ...".
std::string_view field_of(std::string_view message) {
  const std::size_t end = message.find(": ");
  if (end == std::string_view::npos) return {};
  const std::string_view field = message.substr(0, end);
  const bool is_field = std::ranges::all_of(
      field, [](char c) { return (c >= 'a' && c <= 'z') || c == '-' || c == '_'; });
  return is_field ? field : std::string_view();
}

http::Response problem_of_message(unsigned status, const std::string& message) {
  std::string_view field = field_of(message);
  const std::size_t skipped = field.empty() ? 0 : field.size() + 2;
  if (field == "request") field = "Idempotency-Key";
  return problem(status, std::string_view(message).substr(skipped), field);
}

/// "index" is that of the bad one in a list, counted from 0.
http::Response problem_of_reading(const ReadingError& wrong) {
  http::Response response = problem_of_message(422, wrong.complaint());
  Json document = Json::parse(response.body);
  document["detail"] =
      fmt::format("number {}: {}", wrong.index() + 1, document["detail"].get<std::string>());
  document["index"] = wrong.index();
  response.body = dumped(document) + "\n";
  return response;
}

}  // namespace

http::Response problem(unsigned status, std::string_view detail, std::string_view field) {
  Json document = Json::object();
  document["title"] = title_of(status);
  document["status"] = status;
  document["detail"] = printable(detail);
  if (!field.empty()) document["field"] = printable(field);
  http::Response response{status, "application/problem+json", dumped(document) + "\n"};
  if (status == 401) response.headers.push_back({"www-authenticate", "Bearer"});
  if (status == 429 || status == 503) response.headers.push_back({"retry-after", "1"});
  return response;
}

http::Response problem_of(std::exception_ptr error) {
  try {
    std::rethrow_exception(std::move(error));
  } catch (const NotFound& missing) {
    return problem_of_message(404, missing.what());
  } catch (const Conflict& conflict) {
    return problem_of_message(409, conflict.what());
  } catch (const ReadingError& wrong) {
    return problem_of_reading(wrong);
  } catch (const InputError& wrong) {
    return problem_of_message(422, wrong.what());
  } catch (const DamagedLog& damaged) {
    return problem(500, damaged.what());
  } catch (const RunError& failed) {
    return problem(503, failed.what());
  } catch (const std::bad_alloc&) {
    return problem(503, "there is not enough memory for this; ask for less");
  } catch (const std::exception& failed) {
    return problem(500, failed.what());
  } catch (...) {
    return problem(500, "unknown");
  }
}

}  // namespace mirador::cli
