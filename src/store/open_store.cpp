#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <random>

#include "mirador/store/stores.hpp"

namespace mirador {

namespace {

namespace files = std::filesystem;

std::string from_environment(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? std::string() : std::string(value);
}

void make_folder_of(const std::string& file) {
  const files::path folder = files::path(file).parent_path();
  std::error_code error;
  files::create_directories(folder, error);
  if (error) {
    throw RunError("cannot make the folder " + folder.string() + " (" + error.message() +
                   "): name a file elsewhere as the store");
  }
}

/// "localhost:8321"
bool is_host_and_port(const std::string& text) {
  const std::size_t colon = text.find(':');
  if (colon == std::string::npos || colon == 0 || text.size() == colon + 1) return false;
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  const auto is_of_host = [&](char c) {
    return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '.' || c == '-';
  };
  return std::all_of(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(colon), is_of_host) &&
         std::all_of(text.begin() + static_cast<std::ptrdiff_t>(colon) + 1, text.end(), is_digit);
}

/// HOST:PORT, NAME:PASSWORD@HOST, SCHEME://..., or libpq's host=... password=...
bool looks_like_address(const std::string& text) {
  std::string packed = text;
  std::erase(packed, ' ');
  for (const char* key : {"host=", "hostaddr=", "dbname=", "password=", "user="}) {
    if (packed.find(key) != std::string::npos) return true;
  }
  const std::size_t at = text.rfind('@');
  if (is_host_and_port(text)) return true;
  return text.find("://") != std::string::npos || (at != std::string::npos && text.find(':') < at);
}

}  // namespace

bool is_server(const std::string& place) {
  for (const char* scheme : {"postgresql://", "postgres://", "http://", "https://"}) {
    if (place.starts_with(scheme)) return true;
  }
  if (looks_like_address(place) && !files::exists(place)) {
    throw InputError(
        "store: looks like the address of a server; write http://HOST:PORT for mirador serve, or "
        "postgresql://USER@HOST/DATABASE");
  }
  return false;
}

std::string default_place() {
  const std::string data = from_environment("XDG_DATA_HOME");
  if (!data.empty()) return (files::path(data) / "mirador" / "mirador.db").string();
  const std::string home = from_environment("HOME");
  if (home.empty()) {
    throw InputError("store: neither XDG_DATA_HOME nor HOME is set; name a file as the store");
  }
  return (files::path(home) / ".local" / "share" / "mirador" / "mirador.db").string();
}

std::unique_ptr<Store> open_store(const std::string& place, Durability durability) {
  if (place.empty())
    throw InputError(
        "store: is empty; name a file, http://HOST:PORT or postgresql://HOST/DATABASE");
  if (place.starts_with("http://") || place.starts_with("https://")) {
    throw InputError(
        "store: is the address of a service, and the store itself is needed here; give the file or "
        "the postgresql:// address that the service was started with");
  }
  if (is_server(place)) return open_postgres({.url = place});
  const bool has_home =
      !from_environment("HOME").empty() || !from_environment("XDG_DATA_HOME").empty();
  if (has_home && place == default_place()) make_folder_of(place);
  return open_sqlite({.file = place, .vfs = {}, .durability = durability});
}

namespace {

/// 128 random bits, drawn once per thread and counted up from there: drawing takes microseconds. A
/// forked process draws its own.
struct RequestCounter {
  std::uint64_t high = 0, low = 0;
  pid_t owner = 0;

  void next() {
    if (owner == getpid()) {
      ++low;
      return;
    }
    std::random_device device;
    const auto word = [&] { return std::uint64_t{device()} << 32 | device(); };
    high = word();
    low = word();
    owner = getpid();
  }
};

}  // namespace

Request fresh_request() {
  static constexpr char digits[] = "0123456789abcdef";
  static thread_local RequestCounter counter;
  counter.next();
  Request request;
  for (std::uint64_t word : {counter.high, counter.low}) {
    for (int i = 0; i < 16; ++i, word >>= 4) request += digits[word & 15];
  }
  return request;
}

}  // namespace mirador
