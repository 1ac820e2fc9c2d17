#include "serve/token.hpp"

#include <fmt/format.h>
#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/rand.h>
#include <sys/stat.h>

#include <algorithm>
#include <sstream>

#include "mirador/core/error.hpp"
#include "terminal/input.hpp"
#include "text/values.hpp"

namespace mirador::cli {
namespace {

constexpr std::string_view letters =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

bool is_name_letter(char c) { return c == '.' || letters.find(c) != std::string_view::npos; }

int digit_of(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

Hash hash_in(const std::string& hex) {
  Hash hash{};
  const bool fits = hex.size() == 2 * hash.size() &&
                    std::ranges::all_of(hex, [](char c) { return digit_of(c) >= 0; });
  if (!fits) {
    throw InputError("hash: " + in_quotes(hex) +
                     " is not a SHA-256 in 64 hexadecimal digits; write the line that mirador "
                     "token new prints");
  }
  for (std::size_t i = 0; i < hash.size(); ++i) {
    hash[i] = static_cast<std::uint8_t>(16 * digit_of(hex[2 * i]) + digit_of(hex[2 * i + 1]));
  }
  return hash;
}

Access access_in(const std::string& role) {
  if (role == "read") return Access::read;
  if (role == "write") return Access::write;
  throw InputError("role: " + in_quotes(role) + " is neither read nor write");
}

Token token_in(const std::string& line) {
  std::istringstream words(line);
  std::string name, role, hex, more;
  words >> name >> role >> hex;
  if (hex.empty() || words >> more) {
    throw InputError(
        "a token is three words, its name, read or write, and the SHA-256 of its "
        "secret; write the line that mirador token new prints");
  }
  validate_token_name(name);
  return {name, access_in(role), hash_in(hex)};
}

/// A user who can write the file can add a token.
void refuse_writable_by_others(const std::string& file) {
  struct stat status {};
  if (stat(file.c_str(), &status) != 0 || (status.st_mode & S_IWOTH) == 0) return;
  throw InputError("token-file: " + in_quotes(file) +
                   " can be changed by every user of this machine; run chmod o-w on it");
}

}  // namespace

Hash hash_of(std::string_view secret) {
  Hash hash{};
  unsigned length = 0;
  if (EVP_Digest(secret.data(), secret.size(), hash.data(), &length, EVP_sha256(), nullptr) != 1) {
    throw RunError("token: SHA-256 failed");
  }
  return hash;
}

std::string fresh_secret() {
  std::array<unsigned char, 43> random;
  if (RAND_bytes(random.data(), static_cast<int>(random.size())) != 1) {
    throw RunError("token: the system gave no random numbers");
  }
  std::string secret = "mirador_";
  for (const unsigned char byte : random) secret += letters[byte % letters.size()];  // 64: no bias
  return secret;
}

std::string line_of(const Token& token) {
  std::string line = token.name + (token.access == Access::write ? " write " : " read ");
  for (const std::uint8_t byte : token.hash) line += fmt::format("{:02x}", byte);
  return line + "\n";
}

Tokens Tokens::read(const std::string& file) {
  refuse_writable_by_others(file);
  std::istringstream lines(read_file("token-file", file, {"a file of tokens", 1u << 20}));
  std::vector<Token> tokens;
  std::size_t number = 0;
  for (std::string line; std::getline(lines, line);) {
    ++number;
    if (line.ends_with('\r')) line.pop_back();
    const std::size_t first = line.find_first_not_of(" \t");
    if (first == std::string::npos || line[first] == '#') continue;
    try {
      tokens.push_back(token_in(line));
      if (std::ranges::count(tokens, tokens.back().name, &Token::name) > 1) {
        throw InputError("name: " + in_quotes(tokens.back().name) + " is given twice");
      }
    } catch (const InputError& error) {
      throw InputError(fmt::format("token-file: {}:{}: {}", file, number, error.what()));
    }
  }
  if (tokens.empty()) {
    throw InputError("token-file: " + in_quotes(file) +
                     " has no tokens; make one with mirador token new NAME --role write");
  }
  return Tokens(std::move(tokens));
}

const Token* Tokens::find(std::string_view secret) const {
  const Hash hash = hash_of(secret);
  const Token* found = nullptr;
  for (const Token& token : tokens_) {
    if (CRYPTO_memcmp(token.hash.data(), hash.data(), hash.size()) == 0) found = &token;
  }
  return found;
}

void validate_token_name(std::string_view name) {
  if (!name.empty() && name.size() <= 64 && std::ranges::all_of(name, is_name_letter)) return;
  throw InputError("name: " + in_quotes(std::string(name)) +
                   " is not a name of a token; give 1 to 64 letters, digits, - _ or dots");
}

}  // namespace mirador::cli
