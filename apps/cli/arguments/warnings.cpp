#include "arguments/warnings.hpp"

#include <string>

#include "mirador/spec/analysis.hpp"
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

}  // namespace mirador::cli
