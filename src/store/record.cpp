#include "record.hpp"

#include <array>
#include <chrono>
#include <cmath>
#include <ctime>
#include <stdexcept>

#include "mirador/core/overloaded.hpp"
#include "mirador/core/utf8.hpp"

namespace mirador::store {

namespace {

bool storable(std::string_view text) {
  while (!text.empty()) {
    const std::optional<Character> character = valid_character(text);
    if (!character || character->code == 0) return false;
    text.remove_prefix(character->length);
  }
  return true;
}

}  // namespace

Record to_record(const Event& event) {
  const auto number = [](std::uint64_t n) { return static_cast<std::int64_t>(n); };
  return std::visit(
      overloaded{[&](const Asked& e) {
                   return Record{Kind::asked, number(e.ticket), number(e.arm), 0};
                 },
                 [&](const Told& e) {
                   const Kind kind = e.more ? Kind::told_with_more : Kind::told;
                   return Record{kind, number(e.ticket), 0, e.value, e.note};
                 },
                 [&](const Observed& e) {
                   const Kind kind = e.more ? Kind::observed_with_more : Kind::observed;
                   return Record{kind, number(e.ticket), number(e.arm), e.value, e.note};
                 },
                 [&](const Abandoned& e) {
                   return Record{Kind::abandoned, number(e.ticket), 0, 0};
                 },
                 [&](const Reissued& e) {
                   return Record{Kind::reissued, number(e.ticket), 0, 0};
                 },
                 [](const Noted& e) {
                   return Record{Kind::noted, 0, 0, 0, e.note};
                 },
                 [](const Changed& e) {
                   return Record{Kind::changed, 0, static_cast<std::int64_t>(e.setting), e.value};
                 },
                 [](const ArmAdded& e) {
                   const Kind kind = e.more ? Kind::arm_added_with_more : Kind::arm_added;
                   return Record{kind, 0, 0, 0, e.name};
                 },
                 [&](const ArmRetired& e) {
                   const Kind kind = e.more ? Kind::arm_retired_with_more : Kind::arm_retired;
                   return Record{kind, 0, number(e.arm), 0};
                 },
                 [](const Tagged& e) {
                   return Record{Kind::tagged, 0, 0, 0, e.tag};
                 },
                 [](const Untagged& e) {
                   return Record{Kind::untagged, 0, 0, 0, e.tag};
                 }},
      event);
}

void damaged_log(const std::string& name, const std::string& what) {
  throw RunError("the log of " + shown(name) + " is damaged: it holds " + what +
                 "; restore the store from a copy");
}

void fewer_events(const std::string& name, std::int64_t now, std::int64_t before) {
  throw DamagedLog("the log of " + shown(name) + " is damaged: it holds " + std::to_string(now) +
                       " events, and there were " + std::to_string(before) +
                       "; restore the store from a copy",
                   static_cast<std::uint64_t>(now));
}

Kind kind_of(std::int64_t number, const std::string& name) {
  if (number < static_cast<std::int64_t>(Kind::asked) ||
      number > static_cast<std::int64_t>(last_kind)) {
    damaged_log(name,
                "an event of kind " + std::to_string(number) + ", which mirador does not know");
  }
  return static_cast<Kind>(number);
}

namespace {

Setting setting_of(std::int64_t number, const std::string& name) {
  if (number < 0 || number > static_cast<std::int64_t>(Setting::margin)) {
    damaged_log(name,
                "a change of setting " + std::to_string(number) + ", which mirador does not know");
  }
  return static_cast<Setting>(number);
}

}  // namespace

Event to_event(const Record& record, const std::string& name) {
  if (!std::isfinite(record.value)) damaged_log(name, "a value that is not a number");
  const auto ticket = static_cast<Ticket>(record.ticket);
  const auto arm = static_cast<Arm>(record.arm);
  switch (record.kind) {
    case Kind::asked:
      return Asked{ticket, arm};
    case Kind::told:
    case Kind::told_with_more:
      return Told{ticket, record.value, std::string(record.note),
                  record.kind == Kind::told_with_more};
    case Kind::observed:
    case Kind::observed_with_more:
      return Observed{ticket, arm, record.value, std::string(record.note),
                      record.kind == Kind::observed_with_more};
    case Kind::abandoned:
      return Abandoned{ticket};
    case Kind::reissued:
      return Reissued{ticket};
    case Kind::noted:
      return Noted{std::string(record.note)};
    case Kind::changed:
      return Changed{setting_of(record.arm, name), record.value};
    case Kind::arm_added:
    case Kind::arm_added_with_more:
      return ArmAdded{std::string(record.note), record.kind == Kind::arm_added_with_more};
    case Kind::arm_retired:
    case Kind::arm_retired_with_more:
      return ArmRetired{arm, record.kind == Kind::arm_retired_with_more};
    case Kind::tagged:
      return Tagged{std::string(record.note)};
    case Kind::untagged:
      return Untagged{std::string(record.note)};
  }
  throw std::logic_error("a kind of event that does not exist");
}

std::string shown(std::string_view text) {
  constexpr std::size_t longest = 80;
  std::string result;
  while (!text.empty() && result.size() < longest) {
    const std::optional<Character> character = valid_character(text);
    const bool plain = character && character->code >= 0x20 && character->code != 0x7f;
    const std::size_t length = character ? character->length : 1;
    result += plain ? text.substr(0, length) : "?";
    text.remove_prefix(length);
  }
  if (!text.empty()) result += "...";
  return '"' + result + '"';
}

void check_name(const std::string& name) {
  if (name.empty()) throw InputError("name: an experiment needs one; give a word such as coffee");
  if (!storable(name)) {
    throw InputError("name: " + shown(name) + " is not UTF-8 text; choose another name");
  }
}

void check_spec(const std::string& spec) {
  if (!storable(spec)) throw InputError("spec: is not UTF-8 text; use UTF-8");
}

void check_readings(const std::string& name, std::span<const Event> events) {
  for (const Event& event : events) {
    const Record record = to_record(event);
    const auto refuse = [&](const std::string& what, const std::string& why) {
      throw RunError("the " + what + " of ticket " + std::to_string(record.ticket) + " of " +
                     shown(name) + " is not " + why + " can be stored; nothing was appended");
    };
    if (!std::isfinite(record.value)) refuse("value", "finite: only numbers");
    if (!storable(record.note)) refuse("note", "UTF-8 text without the character 0: nothing else");
  }
}

void unknown_experiment(const std::string& name, const std::string& place) {
  throw NotFound("name: there is no experiment " + shown(name) + " in " + place +
                 "; make it first, or name one that is there");
}

void taken_name(const std::string& name, const std::string& place) {
  throw NameTaken("name: " + place + " has an experiment " + shown(name) +
                  " already; choose another name, or delete that one first");
}

void second_result(const std::string& name) {
  throw RunError("a ticket of " + shown(name) +
                 " would get a second result: a ticket has one; nothing was appended");
}

std::int64_t now_ms() {
  using namespace std::chrono;
  return duration_cast<milliseconds>(system_clock::now().time_since_epoch()).count();
}

std::string iso_time(std::int64_t ms) {
  const auto seconds = static_cast<std::time_t>(ms / 1000);
  std::tm parts{};
  gmtime_r(&seconds, &parts);
  std::array<char, 32> text{};
  const std::size_t length = std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%SZ", &parts);
  return std::string(text.data(), length);
}

void check_idle(std::string_view place, const void* transaction) {
  if (transaction == nullptr) return;
  throw std::logic_error("the store " + std::string(place) +
                         " is used while one of its transactions is open");
}

}  // namespace mirador::store
