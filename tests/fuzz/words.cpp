#include "fuzz.hpp"
#include "mirador/race/executor.hpp"

/// Command lines without a shell: refused, or split into words that can be quoted and split again.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace mirador;
  fuzz::accepted([&] {
    const auto words = race::split_words({reinterpret_cast<const char*>(data), size});
    fuzz::require(race::split_words(race::quoted(words)) == words, "quoted words stay the same");
  });
  return 0;
}
