#include "run_text.hpp"

#include <algorithm>
#include <array>
#include <concepts>
#include <nlohmann/json.hpp>
#include <utility>

#include "mirador/core/error.hpp"

namespace mirador::race {
namespace {

using nlohmann::ordered_json;

constexpr std::array<std::string_view, 4> endings = {"exited", "signalled", "timed out",
                                                     "interrupted"};

Ending ending_named(const std::string& name) {
  const auto found = std::ranges::find(endings, name);
  if (found == endings.end()) throw RunError("\"" + name + "\" is not a known ending");
  return static_cast<Ending>(found - endings.begin());
}

/// The JSON library would convert any number to any other type.
template <class Number>
Number number_of(const ordered_json& json, const char* key) {
  const ordered_json& value = json.at(key);
  bool fits = value.is_number();
  if constexpr (std::integral<Number>) {
    fits = value.is_number_unsigned()
               ? std::in_range<Number>(value.get<std::uint64_t>())
               : value.is_number_integer() && std::in_range<Number>(value.get<std::int64_t>());
  }
  if (!fits) throw RunError(std::string(key) + " is not a number in range");
  return value.get<Number>();
}

/// What `read` makes of the note; every failure says that the store is damaged.
template <class Read>
auto from_note(std::string_view note, Read&& read) {
  try {
    return read(ordered_json::parse(note));
  } catch (const std::exception& error) {
    throw RunError(std::string("the store holds a run that cannot be read (") + error.what() +
                   "): it is damaged, or was made by a newer mirador");
  }
}

}  // namespace

std::string to_note(const Run& run, const std::optional<Startup>& startup) {
  ordered_json json{{"wall", run.wall},
                    {"user", run.user},
                    {"system", run.system},
                    {"rss", run.rss},
                    {"ending", endings[static_cast<std::size_t>(run.ending)]},
                    {"code", run.code}};
  if (run.rss_floor > 0) json["rss_floor"] = run.rss_floor;
  if (startup) {
    json["shell"] = {{"wall", startup->wall},
                     {"user", startup->user},
                     {"system", startup->system},
                     {"noise", startup->noise}};
  }
  return json.dump();
}

Run run_from_note(std::string_view note) {
  return from_note(note, [](const ordered_json& json) {
    Run run{.wall = number_of<double>(json, "wall"),
            .user = number_of<double>(json, "user"),
            .system = number_of<double>(json, "system"),
            .rss = number_of<std::uint64_t>(json, "rss"),
            .ending = ending_named(json.at("ending").get<std::string>()),
            .code = number_of<int>(json, "code"),
            .output = {}};
    if (json.contains("rss_floor")) run.rss_floor = number_of<std::uint64_t>(json, "rss_floor");
    return run;
  });
}

std::optional<Startup> startup_from_note(std::string_view note) {
  return from_note(note, [](const ordered_json& json) -> std::optional<Startup> {
    if (!json.contains("shell")) return std::nullopt;
    const ordered_json& shell = json["shell"];
    return Startup{number_of<double>(shell, "wall"), number_of<double>(shell, "user"),
                   number_of<double>(shell, "system"), number_of<double>(shell, "noise")};
  });
}

}  // namespace mirador::race
