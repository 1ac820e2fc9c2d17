#include "run_text.hpp"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "mirador/core/error.hpp"

namespace mirador::race {
namespace {

using nlohmann::ordered_json;

constexpr std::array<std::string_view, 4> endings = {"exited", "signalled", "timed out",
                                                     "interrupted"};

Ending ending_named(const std::string& name) {
  const auto found = std::ranges::find(endings, name);
  if (found == endings.end()) throw RunError("\"" + name + "\" is no way to end");
  return static_cast<Ending>(found - endings.begin());
}

}  // namespace

std::string to_note(const Run& run) {
  const ordered_json json{{"wall", run.wall},
                          {"user", run.user},
                          {"system", run.system},
                          {"rss", run.rss},
                          {"ending", endings[static_cast<std::size_t>(run.ending)]},
                          {"code", run.code}};
  return json.dump();
}

Run run_from_note(std::string_view note) {
  try {
    const auto json = ordered_json::parse(note);
    return {.wall = json.at("wall").get<double>(),
            .user = json.at("user").get<double>(),
            .system = json.at("system").get<double>(),
            .rss = json.at("rss").get<std::uint64_t>(),
            .ending = ending_named(json.at("ending").get<std::string>()),
            .code = json.at("code").get<int>(),
            .output = {}};
  } catch (const std::exception& error) {
    throw RunError(std::string("the store holds a run that cannot be read (") + error.what() +
                   "): it is damaged, or was made by a newer mirador");
  }
}

}  // namespace mirador::race
