#include "terminal/input.hpp"

#include <array>
#include <cerrno>
#include <fstream>
#include <iostream>
#include <system_error>

#include "mirador/core/error.hpp"
#include "text/values.hpp"

namespace mirador::cli {
namespace {

/// A source of text that is read for a field.
struct Source {
  std::string_view field;
  std::string name;
  InputKind kind;

  [[noreturn]] void refuse(const std::string& why) const {
    throw InputError(std::string(field) + ": cannot read " + name + ": " + why + "; give " +
                     std::string(kind.what));
  }
  [[noreturn]] void refuse(int error) const { refuse(std::generic_category().message(error)); }
};

std::string drained(std::istream& stream, const Source& source) {
  std::string text;
  std::array<char, 65536> block;
  while (text.size() <= source.kind.most_bytes && stream) {
    stream.read(block.data(), block.size());
    text.append(block.data(), static_cast<std::size_t>(stream.gcount()));
  }
  if (stream.bad()) source.refuse(errno);
  if (text.size() > source.kind.most_bytes) {
    source.refuse("it is larger than " + std::to_string(source.kind.most_bytes >> 20) + " MiB");
  }
  return text;
}

}  // namespace

std::string read_file(std::string_view field, const std::filesystem::path& path, InputKind kind) {
  const Source source{field, in_quotes(path.string()), kind};
  std::error_code error;
  const std::filesystem::file_status status = std::filesystem::status(path, error);
  if (error) source.refuse(error.message());
  if (is_directory(status)) source.refuse(EISDIR);
  if (!is_regular_file(status) && !is_fifo(status) && !is_socket(status)) {
    source.refuse("it is neither a file nor a pipe");
  }
  errno = 0;
  std::ifstream file(path, std::ios::binary);
  if (!file) source.refuse(errno);
  return drained(file, source);
}

std::string read_file_or_stdin(std::string_view field, const std::string& path, InputKind kind) {
  if (path != "-") return read_file(field, path, kind);
  return drained(std::cin, {field, "standard input", kind});
}

}  // namespace mirador::cli
