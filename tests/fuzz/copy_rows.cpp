#include <vector>

#include "fuzz.hpp"
#include "postgres_copy.hpp"

/// The bytes in which PostgreSQL sends a log: refused, or rows, which do not depend on how the
/// bytes are split into pieces. The first byte is the length of a piece.
namespace mirador::fuzz {
namespace {

/// The rows as text, because their contents do not outlive the reader.
std::vector<std::string> rows_in(std::string_view bytes, std::size_t piece) {
  static const std::string name = "coffee";
  std::vector<std::string> rows;
  store::RowReader reader(name, [&](const store::Row& row) {
    rows.push_back(std::to_string(row.number) + ' ' + std::to_string(row.record.ticket) + ' ' +
                   std::to_string(store::seal_of(row.seal, row)));
  });
  try {
    for (; !bytes.empty(); bytes.remove_prefix(std::min(piece, bytes.size()))) {
      reader.take(bytes.substr(0, piece));
    }
  } catch (const RunError&) {
    rows.push_back("refused");
  }
  return rows;
}

}  // namespace
}  // namespace mirador::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace mirador::fuzz;
  Input input(data, size);
  const std::size_t piece = input.byte() + std::size_t{1};
  require(rows_in(input.rest(), piece) == rows_in(input.rest(), size),
          "rows do not depend on pieces");
  return 0;
}
