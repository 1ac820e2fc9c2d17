#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace mirador::cli {

/// What a client may do.
enum class Access { none, read, write };

/// Secrets are stored as SHA-256 hashes only. They are 256 random bits, so a fast hash is enough.
using Hash = std::array<std::uint8_t, 32>;
Hash hash_of(std::string_view secret);

/// "mirador_" and 43 letters, digits, - and _: 256 random bits.
std::string fresh_secret();

struct Token {
  std::string name;  ///< for the log
  Access access;
  Hash hash;
};

/// The line of a token file: the name, the role and the hash.
std::string line_of(const Token& token);

/// The clients of a service: one token per line, blank lines and lines that begin with # aside.
class Tokens {
 public:
  /// Throws InputError, with the line, for anything else, also for a file that others can write.
  static Tokens read(const std::string& file);
  explicit Tokens(std::vector<Token> tokens) : tokens_(std::move(tokens)) {}

  /// The token with this secret; null if there is none. The time it takes depends on the number of
  /// tokens only.
  const Token* find(std::string_view secret) const;

 private:
  std::vector<Token> tokens_;
};

/// Throws InputError unless the name is 1 to 64 letters, digits, - _ and dots.
void validate_token_name(std::string_view name);

}  // namespace mirador::cli
