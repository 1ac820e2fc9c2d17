#include "line_seal.hpp"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <array>
#include <cstdio>

namespace mirador {

namespace {

constexpr std::string_view before_seal = ",\"seal\":\"", after_seal = "\"}";
constexpr std::size_t digits = 16;

std::string in_hex(std::uint64_t number) {
  std::array<char, digits + 1> text;
  std::snprintf(text.data(), text.size(), "%016llx", static_cast<unsigned long long>(number));
  return {text.data(), digits};
}

}  // namespace

std::string LineSeals::sealed(const std::string& object) {
  last_ = XXH3_64bits_withSeed(object.data(), object.size(), last_);
  const std::string open = object.substr(0, object.size() - 1);
  return open + std::string(before_seal) + in_hex(last_) + std::string(after_seal);
}

std::optional<std::string> LineSeals::opened(std::string_view line) {
  const std::size_t tail = before_seal.size() + digits + after_seal.size();
  if (line.size() < tail) return std::nullopt;
  std::string object(line.substr(0, line.size() - tail));
  object += '}';
  LineSeals next = *this;
  if (next.sealed(object) != line) return std::nullopt;
  *this = next;
  return object;
}

}  // namespace mirador
