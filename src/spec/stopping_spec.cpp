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

AnyStopping parse_stopping(std::string_view name) {
  if (name == names[0]) return AnyStopping(MixtureStopping{});
  if (name == names[1]) return AnyStopping(HeuristicStopping{});
  if (name == names[2]) return AnyStopping(KaufmannKoolenStopping{});
  if (name == names[3]) return AnyStopping(MenardStopping{});
  throw InputError(unknown_name("stopping", name, names));
}

}  // namespace mirador
