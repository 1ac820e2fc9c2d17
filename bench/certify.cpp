// Certification: does every stopping rule that says "proved" keep its risk, and what does it cost?
// Simulates family × problem × sampling rule × δ × {separated, near-tie, tie, tie with a margin}
// and prints Markdown: the error rate with its 99.9 % Clopper-Pearson upper bound, the mean
// stopping time and that time over T* log(1/δ); then the ratios between stopping rules; then what
// happens where the assumptions do not hold. Exits with 1 if the error rate of a proved cell is
// certainly above δ (its 99.9 % lower bound is).
//   bench/certify [--runs 100000] [--threads N] [--families all] [--problems all]
//                 [--parts grid,targets,worlds]
//                 [--from 0]        the cell of the grid to begin with, to go on after a break

#include "certify.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cstdlib>
#include <span>
#include <string_view>

namespace {

std::string_view text_after(int argc, char** argv, std::string_view name, std::string_view usual) {
  for (int i = 1; i + 1 < argc; ++i) {
    if (argv[i] == name) return argv[i + 1];
  }
  return usual;
}

/// Prints the table of the grid; the number of rows that refute what is proved.
std::size_t print_grid(std::vector<certify::Cell> cells, std::uint64_t from, unsigned threads) {
  fmt::print("## Error rates and stopping times\n\n");
  certify::print_header();
  std::size_t refuted = 0, rows = 0;
  for (const certify::Cell& cell : std::span(cells).subspan(std::min(from, cells.size()))) {
    for (const certify::Row& row : certify::simulate_cell(cell, threads)) {
      certify::print(row);
      refuted += row.refuted();
      ++rows;
    }
  }
  fmt::print("\n{} rows, {} of them proved and refuted by these runs.\n\n", rows, refuted);
  return refuted;
}

}  // namespace

int main(int argc, char** argv) {
  const auto number = [&](std::string_view name, std::string_view usual) {
    return std::strtoull(text_after(argc, argv, name, usual).data(), nullptr, 10);
  };
  const std::uint64_t runs = number("--runs", "100000"), from = number("--from", "0");
  const auto threads = static_cast<unsigned>(number("--threads", "0"));
  const certify::Choice choice{text_after(argc, argv, "--families", "all"),
                               text_after(argc, argv, "--problems", "all")};
  const std::string_view parts = text_after(argc, argv, "--parts", "grid,targets,worlds");
  if (runs < 10) {
    fmt::print(stderr, "runs: give at least 10\n");
    return 2;
  }
  const auto wanted = [&](std::string_view part) { return parts.find(part) != parts.npos; };
  const std::size_t refuted =
      wanted("grid") ? print_grid(certify::grid(choice, runs), from, threads) : 0;
  if (wanted("targets")) certify::print_targets(runs / 10, threads);
  if (wanted("worlds")) certify::print_counter_examples(runs / 10, threads);
  return refuted == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
