#include "terminal/warnings.hpp"

#include <string>

#include "mirador/core/text.hpp"
#include "mirador/spec/stopping_spec.hpp"
#include "terminal/output.hpp"

namespace mirador::cli {

void warn_unless_proved(const Promise& promise) {
  if (promise.guarantee.status == Status::proved) return;
  const std::string proved(stopping_names().front());
  const Guarantee best =
      guarantee_of(parse_stopping(proved), promise.family, promise.question, promise.arms);
  write_message(
      "warning: stopping rule " + std::string(promise.stopping) +
      " is not proved to keep the risk for " + std::string(name_of(promise.question)) + " with " +
      std::string(name_of(promise.family)) + " arms (" +
      std::string(to_string(promise.guarantee.status)) + "); " +
      (best.status == Status::proved ? "use --stopping " + proved : "nothing guarantees delta"));
}

void warn_uncertified(const Analysis& analysis) {
  write_message("gap: T* is certified only to a relative gap of " + exact(analysis.bound.gap) +
                ", not to 1e-6; take it as an upper estimate");
}

}  // namespace mirador::cli
