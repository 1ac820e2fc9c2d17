#include "sim/checkpoint.hpp"

#include "own_file.hpp"

/// Checkpoints of simulations. The target appends the correct checksum to the input, so that the
/// code behind the checksum is reached; the seeds contain the beginnings of checkpoints.
namespace mirador::fuzz {
namespace {

std::string with_checksum(std::string text) {
  std::uint64_t hash = 14695981039346656037u;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211u;
  char line[32];
  std::snprintf(line, sizeof line, "checksum %016llx\n", static_cast<unsigned long long>(hash));
  return text + line;
}

}  // namespace
}  // namespace mirador::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace mirador;
  static const fuzz::OwnFile file;
  file.write(fuzz::with_checksum({reinterpret_cast<const char*>(data), size}));
  fuzz::accepted([&] {
    cli::Checkpoint(file.path(), {{"means", "1,0.5"}, {"runs", "10"}}).load();
  });
  return 0;
}
