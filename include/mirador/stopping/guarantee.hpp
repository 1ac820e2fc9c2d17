#pragma once

#include <string_view>

namespace mirador {

/// The status of a stopping rule for a family and a problem.
enum class Status { proved, asymptotic, heuristic };

/// A status and a short reason, to be shown beside a verdict.
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
