#include "acknowledged.hpp"

#include "own_file.hpp"

/// The file beside a SQLite store with the numbers of acknowledged events. For any content of the
/// file, recorded numbers are read back, unless the file says that the experiment was removed, and
/// nothing else changes.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace mirador;
  static const fuzz::OwnFile file;
  fuzz::Input input(data, size);
  const std::int64_t experiment = input.byte() % 8;
  file.write(input.rest(), "-acknowledged");
  store::Acknowledged notes(file.path(), Durability::power_cut);
  const auto before = notes.events(experiment + 1);
  for (const std::int64_t known : notes.experiments()) {
    fuzz::require(notes.events(known).has_value(), "what is listed is known");
  }
  notes.note(experiment, 7);
  const auto noted = notes.events(experiment);
  fuzz::require(!noted || noted == 7, "what is noted is known");
  fuzz::require(notes.events(experiment + 1) == before, "its neighbour is as it was");
  notes.forget(experiment);
  fuzz::require(!notes.events(experiment), "what is forgotten is not known");
  notes.note(experiment, 8);
  fuzz::require(!notes.events(experiment), "and is not noted again");
  notes.forget_all();
  notes.note(experiment, 9);
  fuzz::require(notes.events(experiment) == 9, "what is noted in an empty file is known");
  return 0;
}
