#include <cmath>

#include "fuzz.hpp"
#include "printed_number.hpp"
#include "run_text.hpp"

/// The data of races: runs as notes, and the number in an output.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace mirador;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  fuzz::accepted<RunError>([&] {
    const std::string note = race::to_note(race::run_from_note(text));
    fuzz::require(race::to_note(race::run_from_note(note)) == note, "a run is read as written");
  });
  const std::string_view line = race::last_line(text);
  fuzz::require(line.find('\n') == line.npos, "the last line is one");
  fuzz::require(race::last_line(line) == line, "the last line has no blanks around it");
  if (const auto number = race::number_in(line)) {
    fuzz::require(std::isfinite(*number), "a number is finite");
  }
  return 0;
}
