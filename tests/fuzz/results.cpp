#include "fuzz.hpp"
#include "mirador/simulate/result_text.hpp"

/// Results passed between sessions or processes: refused, or read back as written.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace mirador;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  fuzz::accepted<std::runtime_error>([&] {
    const std::string written = results_to_text(results_from_text(text));
    fuzz::require(results_to_text(results_from_text(written)) == written,
                  "results are read as they are written");
  });
  return 0;
}
