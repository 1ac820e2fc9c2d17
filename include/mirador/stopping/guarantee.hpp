#pragma once

#include <string_view>

namespace mirador {

/// What is known about a stopping rule for a family and a problem.
enum class Status { proved, asymptotic, heuristic };

/// A status and why, in a few words fit to be shown beside a verdict.
struct Guarantee {
  Status status;
  std::string_view reason;
};

constexpr std::string_view to_string(Status status) {
  switch (status) {
    case Status::proved:
      return "proved";
    case Status::asymptotic:
      return "asymptotic";
    case Status::heuristic:
      return "heuristic";
  }
  return "heuristic";
}

}  // namespace mirador
