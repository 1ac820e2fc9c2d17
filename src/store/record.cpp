#include "record.hpp"

#include <array>
#include <chrono>
#include <cmath>
#include <ctime>
#include <stdexcept>

namespace mirador::store {

namespace {

template <class... Cases>
struct Overloaded : Cases... {
  using Cases::operator()...;
};
template <class... Cases>
Overloaded(Cases...) -> Overloaded<Cases...>;

/// The length of the UTF-8 character that begins here, 0 if there is none.
std::size_t utf8_length(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char first = byte(0);
  if (first < 0x80) return 1;
  const std::size_t length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
  if (first < 0xC2 || first > 0xF4 || text.size() < length) return 0;
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xC0) != 0x80) return 0;
  }
  // An overlong form, a surrogate, or beyond the last character.
  if ((first == 0xE0 && byte(1) < 0xA0) || (first == 0xED && byte(1) > 0x9F)) return 0;
  if ((first == 0xF0 && byte(1) < 0x90) || (first == 0xF4 && byte(1) > 0x8F)) return 0;
  return length;
}

bool storable(std::string_view text) {
  while (!text.empty()) {
    const std::size_t length = text[0] == '\0' ? 0 : utf8_length(text);
    if (length == 0) return false;
    text.remove_prefix(length);
  }
  return true;
}

}  // namespace

Record to_record(const Event& event) {
  const auto number = [](std::uint64_t n) { return static_cast<std::int64_t>(n); };
  return std::visit(
      Overloaded{[&](const Asked& e) {
                   return Record{Kind::asked, number(e.ticket), number(e.arm), 0};
                 },
                 [&](const Told& e) {
                   const Kind kind = e.more ? Kind::told_with_more : Kind::told;
                   return Record{kind, number(e.ticket), 0, e.value, e.note};
                 },
                 [&](const Observed& e) {
                   return Record{Kind::observed, number(e.ticket), number(e.arm), e.value, e.note};
                 },
                 [&](const Abandoned& e) {
                   return Record{Kind::abandoned, number(e.ticket), 0, 0};
                 },
                 [&](const Reissued& e) {
                   return Record{Kind::reissued, number(e.ticket), 0, 0};
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
      number > static_cast<std::int64_t>(Kind::reissued)) {
    damaged_log(name,
                "an event of kind " + std::to_string(number) + ", which mirador does not know");
  }
  return static_cast<Kind>(number);
}

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
      return Observed{ticket, arm, record.value, std::string(record.note)};
    case Kind::abandoned:
      return Abandoned{ticket};
    case Kind::reissued:
      return Reissued{ticket};
  }
  throw std::logic_error("a kind of event that does not exist");
}

std::string shown(std::string_view text) {
  constexpr std::size_t longest = 80;
  std::string result;
  while (!text.empty() && result.size() < longest) {
    const std::size_t length = utf8_length(text);
    const auto first = static_cast<unsigned char>(text[0]);
    if (length == 0 || first < 0x20 || first == 0x7F) {
      result += '?';
    } else {
      result += text.substr(0, length);
    }
    text.remove_prefix(length == 0 ? 1 : length);
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
