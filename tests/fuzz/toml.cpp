#include "arguments/spec_toml.hpp"
#include "memory_file.hpp"

/// Files for --spec and --sets: accepted, or refused with the position of the error.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace mirador;
  const fuzz::MemoryFile file({reinterpret_cast<const char*>(data), size});
  fuzz::accepted([&] { cli::read_spec_file(file.path()); });
  fuzz::accepted([&] {
    for (const cli::SetTable& set : cli::read_sets_file(file.path())) {
      fuzz::require(set.rows.size() == set.bounds.size(), "every row has a bound");
    }
  });
  return 0;
}
