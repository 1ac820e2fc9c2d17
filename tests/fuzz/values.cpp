#include "text/values.hpp"

#include <array>
#include <cmath>

#include "fuzz.hpp"
#include "mirador/core/text.hpp"
#include "mirador/spec/rule_spec.hpp"
#include "mirador/spec/stopping_spec.hpp"

/// Values of options: accepted ones are in range, and are accepted again in the form in which
/// mirador writes them.
namespace mirador::fuzz {
namespace {

void read_numbers(std::string_view text) {
  accepted([&] {
    const double value = cli::parse_real("value", text);
    require(std::isfinite(value), "a number is finite");
    require(cli::is_number(text), "what is taken as a number is one");
    require(cli::parse_real("value", exact(value)) == value, "a number is read as it is written");
  });
  accepted([&] {
    const double seconds = cli::parse_duration("time", text);
    require(seconds > 0.0 && seconds <= 1e9, "a time is in its range");
  });
  accepted(
      [&] { require(std::isfinite(cli::parse_margin("margin", text).value), "it is finite"); });
  accepted([&] {
    const std::uint64_t whole = cli::parse_whole("count", text, {3, 1'000'000});
    require(whole >= 3 && whole <= 1'000'000, "a whole number is in its range");
  });
  accepted([&] {
    const std::uint64_t whole = cli::parse_whole("seed", text, {});
    require(cli::parse_whole("seed", std::to_string(whole), {}) == whole, "digits are exact");
  });
}

void read_lists(std::string_view text) {
  accepted([&] {
    for (const double value : cli::parse_reals("means", text)) {
      require(std::isfinite(value), "numbers of a list are finite");
    }
  });
  accepted([&] {
    for (const std::string& item : cli::parse_list("rules", text)) {
      require(!item.empty(), "items are not empty");
    }
  });
}

void read_names(std::string_view text) {
  constexpr std::array<std::string_view, 3> names = {"lma", "bc", "stdout"};
  accepted([&] { cli::require_available("rule", text, names); });
  accepted([&] {
    const RuleSpec rule = parse_rule(std::string(text));
    require(parse_rule(rule.label).label == rule.label, "a rule is read as it is written");
  });
  accepted([&] { parse_stopping(std::string(text)); });
  require(cli::in_quotes(text).size() <= 60 + 5, "a value in a message is short");
}

}  // namespace
}  // namespace mirador::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  mirador::fuzz::read_numbers(text);
  mirador::fuzz::read_lists(text);
  mirador::fuzz::read_names(text);
  return 0;
}
