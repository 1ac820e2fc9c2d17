#include "live/batch.hpp"

#include <cmath>

#include "live/observations.hpp"
#include "memory_file.hpp"

/// Results for `tell --batch` and values for `observe --batch`: every one has a ticket or an arm, a
/// finite value and a line.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace mirador;
  const fuzz::MemoryFile file({reinterpret_cast<const char*>(data), size});
  fuzz::accepted([&] {
    const cli::Batch batch = cli::read_batch(file.path());
    fuzz::require(batch.readings.size() == batch.lines.size(), "every reading has its line");
    for (std::size_t i = 0; i < batch.readings.size(); ++i) {
      const Reading& reading = batch.readings[i];
      fuzz::require(reading.ticket >= 1 && std::isfinite(reading.value), "a reading is one");
      fuzz::require(batch.place_of(i).starts_with("batch: "), "a reading has a place");
    }
  });
  fuzz::accepted([&] {
    const cli::Observations read = cli::read_observations(file.path(), {.arms = {"a", "b"}});
    fuzz::require(read.values.size() == read.lines.size(), "every value has its line");
    for (const ObserveValue& one : read.values) {
      const bool has_arm = one.arm == "a" || one.arm == "b";
      fuzz::require(has_arm && std::isfinite(one.value), "a value is one of an arm");
    }
  });
  return 0;
}
