#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "mirador/spec/problem_spec.hpp"

/// The parts of bench/certify: what is simulated, and the tables it prints.
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

/// Which part of the grid, by the names of families and problems.
struct Choice {
  std::vector<std::string> families, problems;
};

/// `runs` of each cell; the Gaussian core ten times as many.
std::vector<Cell> grid(const Choice& choice, std::uint64_t runs);

/// What a cell gave at one δ.
struct Row {
  std::string family, problem, situation, rule, stopping, status;
  double delta;
  std::uint64_t runs;
  double error_rate, error_upper, error_lower;
  double mean, std_error, relative_to_bound;  ///< τ / (T* log 1/δ); NaN where there is no T*
  double undecided, equal;                    ///< shares of the runs
  double ns_per_step;

  /// A proved cell whose error rate is certainly above δ.
  bool refuted() const { return status == "proved" && error_lower > delta; }
};
std::vector<Row> simulate_cell(const Cell& cell, unsigned threads);

void print_header();
void print(const Row& row);

/// Sampling orders and orders of arrival that work for a wrong verdict, where one is likeliest; the
/// number of proved cells that these runs refute, of which a right program has none with
/// probability 1 - 1e-6.
std::size_t print_attacks(const Choice& choice, std::uint64_t runs, unsigned threads);

/// What the issue of tightness asks for: ratios between stopping rules on the same rewards.
void print_targets(std::uint64_t runs, unsigned threads);

/// What happens where the assumptions do not hold: drift, autocorrelation, heavy tails, a variance
/// plugged in.
void print_counter_examples(std::uint64_t runs, unsigned threads);

}  // namespace certify
