#include "fuzz.hpp"
#include "mirador/live/json_text.hpp"

/// Specs of stores and exports: refused, or read back as written.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace mirador;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  fuzz::accepted([&] {
    const ExperimentSpec spec = spec_from_json(text);
    const std::string written = to_json(spec);
    fuzz::require(to_json(spec_from_json(written)) == written, "a spec is read as it is written");
    fuzz::accepted([&] { validate(spec); });
  });
  fuzz::accepted([&] { family_from_json(text); });
  fuzz::accepted([&] { question_from_json(text); });
  return 0;
}
