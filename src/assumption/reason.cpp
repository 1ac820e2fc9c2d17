#include "mirador/assumption/reason.hpp"

#include <cmath>
#include <cstdio>

#include "mirador/core/text.hpp"

namespace mirador {
namespace {

/// A number above 1 in two digits: 1.5, 20, 4300, 2.0e+07.
std::string about(double number) {
  char text[32];
  if (number >= 1e6) {
    std::snprintf(text, sizeof text, "%.1e", number);
  } else {
    const double grain = std::pow(10.0, std::floor(std::log10(number)) - 1.0);
    std::snprintf(text, sizeof text, "%.*f", number < 10.0 ? 1 : 0,
                  std::round(number / grain) * grain);
  }
  return text;
}

std::string wider_or_less(const ArmEvidence& evidence) {
  return evidence.spread() > 1.0 ? "more widely" : "less widely";
}

/// "a normal law", "an exponential law".
std::string with_article(std::string_view law) {
  return (law.starts_with('e') ? "an " : "a ") + std::string(law) + " law";
}

std::string law_text(const ArmEvidence& evidence, std::string_view law) {
  const std::string than = with_article(law);
  switch (evidence.shape()) {
    case Shape::outliers:
      return "have outliers that " + than + " does not have";
    case Shape::upper_tail:
      return "reach further up than " + than + " does";
    case Shape::lower_tail:
      break;
  }
  return "reach further down than " + than + " does";
}

}  // namespace

std::string reason_text(Assumed assumed, const ArmEvidence& evidence, std::string_view values,
                        std::string_view law) {
  const std::string subject = std::string(values) + " ";
  switch (assumed) {
    case Assumed::spread:
      return subject + "spread " + wider_or_less(evidence) + " than those of " + with_article(law);
    case Assumed::law:
      return subject + law_text(evidence, law);
    case Assumed::drift:
      return subject + (evidence.drift() > 0.0 ? "rise" : "fall") + " from early to late";
    case Assumed::autocorrelation:
      break;
  }
  return subject + "depend on the one before (" +
         (evidence.correlation() > 0.0 ? "neighbours are alike)" : "neighbours are opposed)");
}

std::string sigma_reason_text(std::string_view values, double times, double sigma) {
  return std::string(values) + " spread " + about(times) + " times as widely as sigma " +
         exact(sigma) + " says";
}

std::string changed_spread_text(std::string_view values, const ArmEvidence& evidence) {
  return std::string(values) + " spread " + wider_or_less(evidence) + " than the earlier ones";
}

}  // namespace mirador
