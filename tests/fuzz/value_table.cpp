#include "live/value_table.hpp"

#include <cmath>

#include "memory_file.hpp"

/// Tables of `compare`, and finished rounds for `observe --batch`: rows are complete, values finite
/// or missing, and each has its line.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace mirador;
  const fuzz::MemoryFile file({reinterpret_cast<const char*>(data), size});
  const auto check = [](const cli::ValueTable& table) {
    fuzz::require(!table.rows.empty() && table.rows.size() == table.lines.size(),
                  "rows have lines");
    for (const std::vector<double>& row : table.rows) {
      fuzz::require(row.size() == table.arms.size(), "a row has a value for every arm");
      for (const double value : row) fuzz::require(!std::isinf(value), "values are finite");
    }
  };
  fuzz::accepted([&] { check(cli::read_value_table(file.path())); });
  fuzz::accepted([&] { check(cli::read_round_batch(file.path(), {.arms = {"a", "b"}})); });
  return 0;
}
