#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mirador::cli {

/// The target of a request, decoded: "/v1/experiments/a%20b?n=3" is {"v1", "experiments", "a b"}
/// and n = "3".
struct Target {
  std::vector<std::string> path;
  std::map<std::string, std::string> query;
};

/// Nothing for a target that has no single meaning: one that does not begin with a slash, has a bad
/// percent sequence, bytes that are not UTF-8, a control character, an empty part, a part "." or
/// "..", or a parameter given twice. A slash that is encoded belongs to its part.
std::optional<Target> parsed_target(std::string_view target);

/// Percent-encodes one part of a path.
std::string encoded(std::string_view part);

}  // namespace mirador::cli
