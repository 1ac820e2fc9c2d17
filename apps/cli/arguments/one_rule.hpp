#pragma once

#include <string>
#include <string_view>

#include "mirador/core/error.hpp"

namespace mirador::cli {

/// Does the work. The library speaks of "rules:", as there may be several; where there is one, what
/// is wrong with it is said of "rule:".
template <class Work>
auto about_one_rule(Work&& work) {
  try {
    return work();
  } catch (const InputError& error) {
    const std::string_view message = error.what(), many = "rules:";
    if (!message.starts_with(many)) throw;
    throw InputError("rule:" + std::string(message.substr(many.size())));
  }
}

}  // namespace mirador::cli
