#include "mirador/spec/stopping_spec.hpp"

#include <array>

#include "mirador/core/error.hpp"
#include "mirador/core/text.hpp"

namespace mirador {
namespace {

constexpr std::array<std::string_view, 4> names = {"mixture", "heuristic", "kaufmann-koolen",
                                                   "menard"};

}  // namespace

std::span<const std::string_view> stopping_names() { return names; }

AnyStopping parse_stopping(std::string_view name, Edition edition) {
  if (name == names[0]) return AnyStopping(MixtureStopping(edition));
  if (name == names[1]) return AnyStopping(HeuristicStopping{});
  if (name == names[2]) return AnyStopping(KaufmannKoolenStopping{});
  if (name == names[3]) return AnyStopping(MenardStopping{});
  if (name.starts_with("own:")) {
    throw InputError("stopping: " + std::string(name.substr(4)) +
                     " is known only to the program that defines it; use that");
  }
  throw InputError(unknown_name("stopping", name, names));
}

std::optional<std::string> refusal(const AnyStopping& stopping, double margin) {
  const auto* own = stopping.as<OwnStopping>();
  if (own == nullptr || margin == 0.0 || !own->rule().measures_evidence()) return std::nullopt;
  return "stopping: " + own->rule().name() +
         " measures the evidence itself, which says nothing of single arms within a margin; leave "
         "the margin out, or the evidence to mirador";
}

}  // namespace mirador
