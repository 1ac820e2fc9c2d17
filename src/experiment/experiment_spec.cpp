#include "mirador/experiment/experiment_spec.hpp"

#include <algorithm>
#include <unordered_set>

#include "mirador/spec/catalog.hpp"
#include "mirador/spec/stopping_spec.hpp"
#include "mirador/stopping/risk.hpp"

namespace mirador {
namespace {

/// How many bytes the UTF-8 character at the front of the text has; 0 when it is none, or one that
/// steers a terminal instead of being written.
std::size_t printable_length(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char first = byte(0);
  if (first < 0x80) return first < 0x20 || first == 0x7f ? 0 : 1;
  const std::size_t length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  if (first < 0xc2 || first > 0xf4 || text.size() < length) return 0;
  char32_t letter = first & (0xffu >> (length + 1));
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xc0) != 0x80) return 0;
    letter = (letter << 6) | (byte(i) & 0x3f);
  }
  constexpr char32_t least[] = {0, 0, 0xa0, 0x800, 0x10000};  // below 0xa0 are control characters
  const bool surrogate = letter >= 0xd800 && letter <= 0xdfff;
  const bool new_line = letter == 0x2028 || letter == 0x2029;
  return letter < least[length] || letter > 0x10ffff || surrogate || new_line ? 0 : length;
}

bool is_printable(std::string_view text) {
  while (!text.empty()) {
    const std::size_t length = printable_length(text);
    if (length == 0) return false;
    text.remove_prefix(length);
  }
  return true;
}

void validate_names(const std::vector<std::string>& arms) {
  if (arms.size() < 2 || arms.size() >= (std::size_t{1} << 24)) {
    throw InputError("arms: " + std::to_string(arms.size()) + " given; give " +
                     (arms.size() < 2 ? "at least two, as in a,b,c" : "at most 16777215"));
  }
  std::unordered_set<std::string_view> seen;
  for (Arm a = 0; a < arms.size(); ++a) {
    const std::string& name = arms[a];
    const std::string place = "arms: name " + std::to_string(a + 1);
    if (name.find_first_not_of(' ') == std::string::npos) {
      throw InputError(place + " is empty; give every arm a name");
    }
    if (name.size() > longest_arm_name) {
      throw InputError(place + " has " + std::to_string(name.size()) + " bytes; give one of at " +
                       "most " + std::to_string(longest_arm_name));
    }
    if (!is_printable(name)) {
      throw InputError(place + " holds control characters or is not UTF-8; give plain text");
    }
    if (!seen.insert(name).second) {
      throw InputError("arms: \"" + name + "\" is given twice; give every arm its own name");
    }
  }
}

void validate_sets(const std::vector<Polyhedron>& sets) {
  for (const Polyhedron& set : sets) {
    if (set.name.empty() || !is_printable(set.name)) {
      throw InputError("sets: a name is empty or not plain text; name every set on one line");
    }
  }
}

void validate_budget(std::uint64_t budget, std::size_t arms, std::size_t least_pulls) {
  const std::uint64_t least = arms * least_pulls, most = std::uint64_t{1} << 53;
  if (budget >= least && budget <= most) return;
  throw InputError("max-samples: " + std::to_string(budget) +
                   (budget < least ? " does not suffice to measure every arm; give at least " +
                                         std::to_string(least)
                                   : " is too large; give at most " + std::to_string(most)));
}

}  // namespace

void validate(const ExperimentSpec& spec) {
  validate_names(spec.arms);
  if (const auto* polyhedral = std::get_if<PolyhedralSpec>(&spec.question)) {
    validate_sets(polyhedral->sets);
  }
  validate_risks(std::span(&spec.delta, 1));
  parse_stopping(spec.stopping);
  with_problem(spec.family, spec.question, spec.arms.size(), [&]<Problem P>(const P&) {
    if (spec.max_samples) {
      validate_budget(*spec.max_samples, spec.arms.size(), P::FamilyType::least_pulls);
    }
  });
  if (const auto reason = refusal(spec.rule, Demand(spec.family, spec.question))) {
    throw InputError(*reason);
  }
}

Arm arm_named(const ExperimentSpec& spec, std::string_view name) {
  const auto place = std::ranges::find(spec.arms, name);
  if (place != spec.arms.end()) return static_cast<Arm>(place - spec.arms.begin());
  // A list of all arms may be long.
  const std::vector<std::string_view> known(spec.arms.begin(), spec.arms.end());
  const std::string nearest = nearest_name(name, known);
  throw InputError("arm: \"" + std::string(name) + "\" is not one of the " +
                   std::to_string(known.size()) + " arms; " +
                   (nearest.empty() ? "the first is \"" + spec.arms[0] + "\""
                                    : "did you mean \"" + nearest + "\"?"));
}

}  // namespace mirador
