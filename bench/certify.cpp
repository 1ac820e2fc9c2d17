// Certification: does every stopping rule that reports "proved" keep its risk, and what does it
// cost? Simulates family × problem × sampling rule × δ × {separated, near-tie, tie, tie with a
// margin} and prints Markdown: the error rate with its 99.9 % Clopper-Pearson upper bound, the mean
// stopping time and its ratio to T* log(1/δ); then the ratios between stopping rules; then the
// effect of violated assumptions. With --attacks: the worst sampling orders in the worst worlds,
// and attacks on comparisons in rounds. Exits with 1 if the error rate of a proved cell is
// significantly above δ (its 99.9 % lower bound is; for an attack at a stricter level, because
// there are many).
#include "certify.hpp"

#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdlib>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace {

/// Prints the table of the grid; returns the number of rows that refute a proof.
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
  std::uint64_t runs = 100000, from = 0;
  unsigned threads = 0;
  std::vector<std::string> families = {"gaussian", "bernoulli",   "bounded",
                                       "poisson",  "exponential", "normal"};
  std::vector<std::string> problems = {"best-arm", "top-m",   "thresholding",
                                       "signed",   "closest", "polyhedral"};
  std::vector<std::string> parts = {"grid", "targets", "worlds"};
  std::string words;
  bool attacks = false;
  CLI::App app("Do the stopping rules that say \"proved\" keep their risk, and what do they cost?");
  app.add_option("--runs", runs, "runs per cell; ten times as many in the Gaussian core")
      ->check(CLI::Range(std::uint64_t{10}, std::uint64_t{1'000'000'000}))
      ->capture_default_str();
  app.add_option("--parts", parts, "what to print")
      ->check(CLI::IsMember({"grid", "targets", "worlds", "attacks", "rounds"}))
      ->delimiter(',')
      ->capture_default_str();
  app.add_flag("--attacks", attacks, "the same as --parts attacks,rounds");
  app.add_option("--families", families, "families of the grid and the attacks")
      ->check(CLI::IsMember(families))
      ->delimiter(',')
      ->capture_default_str();
  app.add_option("--problems", problems, "problems of the grid and the attacks")
      ->check(CLI::IsMember(problems))
      ->delimiter(',')
      ->capture_default_str();
  app.add_option("--from", from, "the first cell of the grid, to continue after an interruption");
  app.add_option("--with", words,
                 "only attacks whose world has these words; on rounds, or the attack");
  app.add_option("--threads", threads, "0: all cores");
  CLI11_PARSE(app, argc, argv);
  if (attacks) parts = {"attacks", "rounds"};

  const auto wanted = [&](std::string_view part) { return std::ranges::count(parts, part) > 0; };
  const certify::Choice choice{families, problems, words};
  std::size_t refuted = 0;
  if (wanted("grid")) refuted += print_grid(certify::grid(choice, runs), from, threads);
  if (wanted("attacks")) refuted += certify::print_attacks(choice, runs, threads);
  if (wanted("rounds")) refuted += certify::print_rounds(words, runs, threads);
  if (wanted("targets")) certify::print_targets(runs / 10, threads);
  if (wanted("worlds")) certify::print_counter_examples(runs / 10, threads);
  return refuted == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
