#pragma once

#include <string>
#include <string_view>

#include "mirador/core/error.hpp"

namespace mirador::cli {

/// Does the work. The library's messages begin with "rules:", because there may be several. Where
/// there is one, its messages are made to begin with "rule:".
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
