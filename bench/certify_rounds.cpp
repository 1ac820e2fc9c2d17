#include <fmt/core.h>

#include <algorithm>
#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

#include "attack_rounds.hpp"
#include "certify.hpp"
#include "certify_count.hpp"

namespace certify {
namespace {

using attack::RoundAttack;

/// The probability that the table accuses a correct program.
constexpr double false_alarm = 1e-7;

void print_introduction(std::uint64_t runs) {
  fmt::print(
      "## Rounds\n\nComparisons in rounds (docs/theory.md, section 13), {} runs per cell (a tenth "
      "of "
      "them for live experiments and broken assumptions), looked at after every round. Arm 0 is "
      "best; where nothing else is\nsaid all arms are equal, and "
      "the error is that arm 0 leaves. With a margin it is also an error if a rival, worse by a "
      "little more\nthan the margin, is proved within it. `ratio` is the error rate over δ. A cell "
      "is **REFUTED** when its lower bound is above δ, at a level at\nwhich the probability that a "
      "correct program has such a cell is at most {:g}.\n\n",
      runs, false_alarm);
}

void print_head() {
  fmt::print(
      "| law | world | attack | arms | δ | rounds | runs | wrong % | max % | ratio | verdict |\n"
      "|---|---|---|---|---|---|---|---|---|---|---|\n");
}

/// The cells in which `words` occur.
std::vector<RoundAttack> chosen_attacks(const std::string& words) {
  std::vector<RoundAttack> attacks = attack::round_attacks();
  std::erase_if(attacks, [&](const RoundAttack& cell) {
    const std::string name = cell.law + "|" + cell.world + "|" + cell.attack;
    return name.find(words) == std::string::npos;
  });
  return attacks;
}

void print_row(const RoundAttack& cell, const Count& count, std::string_view verdict) {
  fmt::print("| {} | {} | {} | {} | {:g} | {} | {} | {:.2f} | {:.2f} | {:.2f} | {} |\n", cell.law,
             cell.world, cell.attack, cell.arms, cell.delta, cell.rounds, count.runs,
             100.0 * count.rate(), 100.0 * count.upper(), count.over_promise(), verdict);
  std::fflush(stdout);
}

}  // namespace

std::size_t print_rounds(const std::string& words, std::uint64_t runs, unsigned threads) {
  const std::vector<RoundAttack> cells = chosen_attacks(words);
  const auto proved = std::ranges::count(cells, true, &RoundAttack::proved);
  const double confidence =
      1.0 - false_alarm / static_cast<double>(std::max<std::ptrdiff_t>(proved, 1));
  const std::uint64_t fewer = std::max<std::uint64_t>(runs / 10, 10);
  std::size_t refuted = 0;
  print_introduction(runs);
  print_head();
  for (const RoundAttack& cell : cells) {
    if (!cell.proved) continue;
    const Count count{attack::count_errors(cell, runs, threads), runs, cell.delta};
    const bool above = count.refuted(confidence);
    refuted += above;
    print_row(cell, count, above ? "**REFUTED**" : "fine");
  }
  fmt::print("\n### Rounds that break an assumption\n\n");
  print_head();
  for (const RoundAttack& cell : cells) {
    if (cell.proved) continue;
    print_row(cell, {attack::count_errors(cell, fewer, threads), fewer, cell.delta},
              "assumption broken");
  }
  fmt::print("\n{} proved cells, {} refuted by these runs.\n\n", proved, refuted);
  return refuted;
}

}  // namespace certify
