// Certification: does every stopping rule that says "proved" keep its risk, and what does it cost?
// Simulates family × problem × sampling rule × δ × {separated, near-tie, tie, tie with a margin}
// and prints Markdown: the error rate with its 99.9 % Clopper-Pearson upper bound, the mean
// stopping time and that time over T* log(1/δ); then the ratios between stopping rules; then what
// happens where the assumptions do not hold. Exits with 1 if the error rate of a proved cell is
// certainly above δ (its 99.9 % lower bound is).
//   bench/certify [--runs 100000] [--threads N] [--families all] [--parts grid,targets,worlds]

#include "certify.hpp"

#include <fmt/core.h>

#include <cstdlib>
#include <string_view>

namespace {

std::string_view text_after(int argc, char** argv, std::string_view name, std::string_view usual) {
  for (int i = 1; i + 1 < argc; ++i) {
    if (argv[i] == name) return argv[i + 1];
  }
  return usual;
}

/// Prints the table of the grid; the number of rows that refute what is proved.
std::size_t print_grid(std::string_view families, std::uint64_t runs, unsigned threads) {
  fmt::print("## Error rates and stopping times\n\n");
  certify::print_header();
  std::size_t refuted = 0, rows = 0;
  for (const certify::Cell& cell : certify::grid(families, runs)) {
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
  const std::uint64_t runs =
      std::strtoull(text_after(argc, argv, "--runs", "100000").data(), nullptr, 10);
  const auto threads = static_cast<unsigned>(
      std::strtoul(text_after(argc, argv, "--threads", "0").data(), nullptr, 10));
  const std::string_view families = text_after(argc, argv, "--families", "all");
  const std::string_view parts = text_after(argc, argv, "--parts", "grid,targets,worlds");
  if (runs < 10) {
    fmt::print(stderr, "runs: give at least 10\n");
    return 2;
  }
  const auto wanted = [&](std::string_view part) { return parts.find(part) != parts.npos; };
  const std::size_t refuted = wanted("grid") ? print_grid(families, runs, threads) : 0;
  if (wanted("targets")) certify::print_targets(runs / 10, threads);
  if (wanted("worlds")) certify::print_counter_examples(runs / 10, threads);
  return refuted == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
