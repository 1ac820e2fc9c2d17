#pragma once

#include <cstddef>
#include <string_view>

namespace mirador {

/// Is the text, if it is JSON, nested more deeply than anything mirador writes? The JSON library is
/// recursive and would overflow the stack.
inline bool nested_too_deeply(std::string_view json) {
  constexpr int deepest = 100;
  int depth = 0;
  bool in_text = false;
  for (std::size_t i = 0; i < json.size(); ++i) {
    const char c = json[i];
    if (in_text) {
      if (c == '\\') ++i;
      if (c == '"') in_text = false;
    } else if (c == '"') {
      in_text = true;
    } else if (c == '[' || c == '{') {
      if (++depth > deepest) return true;
    } else if (c == ']' || c == '}') {
      --depth;
    }
  }
  return false;
}

}  // namespace mirador
