#include "fuzz.hpp"
#include "mirador/live/json_text.hpp"

/// Events of exports: refused, or read back as written.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace mirador;
  static const ExperimentSpec spec = [] {
    ExperimentSpec made;
    made.arms = {"a", "b", "c d"};
    return made;
  }();
  fuzz::accepted([&] {
    const Event event = event_from_json({reinterpret_cast<const char*>(data), size}, spec);
    const std::string written = to_json(event, spec);
    fuzz::require(to_json(event_from_json(written, spec), spec) == written,
                  "an event is read as it is written");
  });
  return 0;
}
