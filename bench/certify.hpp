#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "mirador/spec/problem_spec.hpp"

/// The parts of bench/certify: the simulations and the tables it prints.
namespace certify {

/// One instance to simulate with one stopping rule and several sampling rules.
struct Cell {
  std::string situation;  ///< separated, near-tie, tie, tie with a margin
  mirador::ProblemSpec problem;
  std::string rules;
  std::uint64_t runs;
  std::uint64_t max_samples = 10'000'000;
  std::string stopping = "mixture";
};

/// A part of the grid, by names of families and problems.
struct Choice {
  std::vector<std::string> families, problems;
  std::string words = {};  ///< of attacks: only those whose world contains them
};

/// The cells of the grid with `runs` runs each; the Gaussian core has ten times as many.
std::vector<Cell> grid(const Choice& choice, std::uint64_t runs);

/// The results of a cell at one δ.
struct Row {
  std::string family, problem, situation, rule, stopping, status;
  double delta;
  std::uint64_t runs;
  double error_rate, error_upper, error_lower;
  double mean, std_error, relative_to_bound;  ///< τ / (T* log 1/δ); NaN without T*
  double undecided, equal;                    ///< shares of the runs
  double ns_per_step;

  /// A proved cell whose error rate is significantly above δ.
  bool refuted() const { return status == "proved" && error_lower > delta; }
};
std::vector<Row> simulate_cell(const Cell& cell, unsigned threads);

void print_header();
void print(const Row& row);

/// Sampling orders and orders of arrival that aim at a wrong verdict, in the worlds where it is
/// most likely. Returns the number of proved cells refuted by these runs; for a correct program it
/// is 0 with probability 1 - 1e-6.
std::size_t print_attacks(const Choice& choice, std::uint64_t runs, unsigned threads);

/// Attacks on comparisons in rounds, and what breaks their assumptions: those whose law, world or
/// attack contains `words`. Returns the number of proved cells refuted by these runs; for a correct
/// program it is 0 with probability 1 - 1e-7.
std::size_t print_rounds(const std::string& words, std::uint64_t runs, unsigned threads);

/// The cost of stopping rules: ratios between them on the same rewards.
void print_targets(std::uint64_t runs, unsigned threads);

/// The effect of violated assumptions: drift, autocorrelation, heavy tails, a plugged-in variance.
void print_counter_examples(std::uint64_t runs, unsigned threads);

}  // namespace certify
