#include <sstream>

#include "fuzz.hpp"
#include "line_seal.hpp"
#include "mirador/live/live_experiment.hpp"
#include "mirador/store/stores.hpp"

/// Exports of experiments: refused, or accepted and then exported again as the same text. If the
/// input begins with an empty line the target adds the correct seal to every line after it.
namespace mirador::fuzz {
namespace {

std::string sealed(Input lines) {
  LineSeals seals;
  std::string text;
  while (!lines.empty()) {
    const std::string line(lines.piece('\n'));
    if (line.empty()) continue;
    text += seals.sealed(line) + "\n";
  }
  return text;
}

std::string exported(Store& store, const std::string& name) {
  std::ostringstream out;
  export_experiment(store, name, out);
  return out.str();
}

std::string imported(Store& store, const std::string& text) {
  std::istringstream in(text);
  return import_experiment(store, in, "");
}

}  // namespace
}  // namespace mirador::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace mirador;
  using namespace mirador::fuzz;
  Input input(data, size);
  const bool is_to_be_sealed = input.rest().starts_with('\n');
  const std::string text = is_to_be_sealed ? sealed(input) : std::string(input.rest());
  accepted([&] {
    const auto store = open_memory();
    const std::string name = imported(*store, text);
    const std::string once = exported(*store, name);
    require(verify_experiment(*store, name).damage.empty(), "what is taken is intact");
    const auto other = open_memory();
    require(imported(*other, once) == name && exported(*other, name) == once,
            "what is exported again is the same");
    accepted([&] { LiveExperiment(*other, name).status(); });  // user-defined parts are refused
  });
  return 0;
}
