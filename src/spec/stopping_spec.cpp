#include "mirador/spec/stopping_spec.hpp"

#include "mirador/core/error.hpp"
#include "mirador/core/text.hpp"

namespace mirador {
namespace {

constexpr std::string_view own_prefix = "own:";

}  // namespace

std::span<const std::string_view> stopping_names() {
  // Without the last one, which is user-defined.
  return std::span(Choices<StoppingSpec>::names).first(std::variant_size_v<StoppingSpec> - 1);
}

StoppingSpec parse_stopping(std::string_view text) {
  if (text.starts_with(own_prefix)) {
    return OwnStoppingSpec{std::string(text.substr(own_prefix.size()))};
  }
  const auto named = Choices<StoppingSpec>::make(text);
  if (!named || std::holds_alternative<OwnStoppingSpec>(*named)) {
    throw InputError(unknown_name("stopping", text, stopping_names()));
  }
  return *named;
}

std::string text_of(const StoppingSpec& stopping) {
  if (const auto* own = std::get_if<OwnStoppingSpec>(&stopping)) {
    return std::string(own_prefix) + own->own;
  }
  return std::string(Choices<StoppingSpec>::names[stopping.index()]);
}

StoppingSpec own_stopping(std::shared_ptr<const OwnStoppingRule> rule) {
  std::string name = rule->name();
  return OwnStoppingSpec{std::move(name), std::move(rule)};
}

std::optional<std::string> refusal(const StoppingSpec& stopping, double margin) {
  const auto* own = std::get_if<OwnStoppingSpec>(&stopping);
  if (own == nullptr) return std::nullopt;
  if (own->rule == nullptr) {
    return "stopping: " + own->own + " is known only to the program that defines it; use that";
  }
  if (margin == 0.0 || !own->rule->measures_evidence()) return std::nullopt;
  return "stopping: " + own->own +
         " measures the evidence itself, which does not work with a margin; leave "
         "out the margin, or let mirador measure the evidence";
}

}  // namespace mirador
