#include "paper/study.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <numeric>
#include <stdexcept>

#include "arguments/command_line.hpp"
#include "paper/instance.hpp"
#include "sim/simulation.hpp"
#include "terminal/interrupt.hpp"
#include "terminal/progress.hpp"

namespace mirador::paper {
namespace {

constexpr const char* all_rules = "bc,ttts,lmac,lma,dt,unif";
constexpr const char* two_risks = "0.1,0.01";

/// A simulation as the words of `mirador sim`; the settings add more words.
struct Words {
  std::string name;
  std::string problem;  ///< options with spaces between them
  std::string rules, stopping, delta;
  double weight;  ///< about how many seconds 1000 runs take on two cores; for the progress bar
};

/// The paper's instance.
std::string instance() { return std::string("--means ") + paper_means_text; }

const std::vector<Words>& all_words() {
  static const std::string risks =
      "0.1,0.01,0.001,1e-4,1e-5,1e-6,1e-8,1e-10,1e-12,1e-14,1e-16,1e-18,1e-20";
  static const std::string scales =
      "lma,lma:L=0.0001,lma:L=0.0003,lma:L=0.001,lma:L=0.003,lma:L=0.01,lma:L=0.03,lma:L=0.1,"
      "lma:L=0.3,lma:L=1,lma:L=3";
  static const std::string signed_problem = "--problem signed --level 0 --means 0.05,0.05,0.05,0.5";
  static const std::string close = "--means 0.1,0";
  static const std::vector<Words> all = {
      {"figure1", instance(), all_rules, "heuristic", two_risks, 1.8},
      {"thresholding", "--problem thresholding --level 0.5 --means 0.2,0.4,0.65,1",
       "fw,lmac,lma,dt,unif", "heuristic", two_risks, 0.7},
      {"signed", signed_problem, "fw:forcing=none,fw,lma,lma:L=1,unif", "heuristic", two_risks,
       0.1},
      {"closest", "--problem closest --level 0.5 --means 0.1,0.3,0.52,0.7", "fw,lmac,lma,dt,unif",
       "heuristic", two_risks, 28.0},
      {"theorem", instance(), "lma,bc,unif", "heuristic", risks, 3.6},
      {"theorem_mixture", instance(), "lma", "mixture", risks, 2.3},
      {"theorem_menard", instance(), "lma:L=1", "menard", risks, 9.0},
      {"theorem_signed", signed_problem, "fw:forcing=none,fw,lma,lma:L=1", "heuristic", risks, 0.3},
      {"scale", instance(), scales, "heuristic", two_risks, 2.6},
      {"lmac_rates", instance(), "bc,lmac:eta=1,lmac:eta=10,lmac:eta=100", "heuristic", two_risks,
       1.5},
      {"heuristic", instance(), "lma,bc", "heuristic", two_risks, 0.4},
      {"mixture", instance(), "lma,bc", "mixture", two_risks, 0.6},
      {"kaufmann-koolen", instance(), "lma,bc", "kaufmann-koolen", two_risks, 1.0},
      {"menard", instance(), "lma,bc", "menard", two_risks, 9.0},
      {"close_heuristic", close, "lma,bc", "heuristic", two_risks, 0.5},
      {"close_mixture", close, "lma,bc", "mixture", two_risks, 0.6},
      {"close_kaufmann-koolen", close, "lma,bc", "kaufmann-koolen", two_risks, 1.3},
      {"close_menard", close, "lma,bc", "menard", two_risks, 7.0},
  };
  return all;
}

std::vector<std::string> split(const std::string& text) {
  std::vector<std::string> words;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find(' ', at), text.size());
    words.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  return words;
}

/// The reference simulates, so that the times are those of live rules and the report is the same on
/// every machine.
Simulation simulation(const Words& words, const Settings& settings) {
  return {words.name,
          split(fmt::format("sim {} --rules {} --stopping {} --delta {} --runs {} --seed {} "
                            "--backend reference",
                            words.problem, words.rules, words.stopping, words.delta, settings.runs,
                            settings.seed)),
          words.weight};
}

/// Table 1 is measured on one thread, over at most 100 runs as in the paper.
Simulation timing(const Settings& settings) {
  return {"table1",
          split(fmt::format(
              "sim {} --rules {} --stopping heuristic --delta 0.1 --runs {} --seed {} --threads 1",
              instance(), all_rules, std::min<std::uint64_t>(settings.runs, 100), settings.seed)),
          0.1};
}

/// The simulations of the report, not yet run.
std::vector<Simulation> planned(const Settings& settings) {
  std::vector<Simulation> all;
  for (const Words& words : all_words()) all.push_back(simulation(words, settings));
  all.push_back(timing(settings));
  return all;
}

cli::SimReport read(const Simulation& simulation) {
  std::vector<const char*> words = {"mirador"};
  for (const std::string& word : simulation.words) words.push_back(word.c_str());
  const cli::Invocation invocation =
      cli::parse_command_line(static_cast<int>(words.size()), words.data());
  return cli::read_simulation(invocation.options);
}

std::string joined(const std::vector<std::string>& words) {
  std::string text = "mirador";
  for (const std::string& word : words) text.append(" ").append(word);
  return text;
}

}  // namespace

std::string Settings::command() const {
  return fmt::format("mirador paper --runs {} --seed {}", runs, seed);
}

std::string Simulation::command() const { return joined(words); }

const RuleResult& Simulation::rule(std::string_view label) const {
  const auto found = std::ranges::find(report.results, label, &RuleResult::rule);
  if (found == report.results.end()) throw std::logic_error("no such rule in the simulation");
  return *found;
}

const Simulation& Study::operator[](std::string_view name) const {
  const auto found = std::ranges::find(simulations, name, &Simulation::name);
  if (found == simulations.end()) throw std::logic_error("no such simulation");
  return *found;
}

Study measure(const Settings& settings) {
  Study study{.settings = settings, .simulations = planned(settings), .trajectories = {}};
  const auto began = std::chrono::steady_clock::now();
  const double total = std::accumulate(
      study.simulations.begin(), study.simulations.end(), 0.0,
      [](double sum, const Simulation& simulation) { return sum + simulation.weight; });
  cli::ProgressBar bar(total);
  double before = 0.0;
  Control control;
  control.interrupted = &cli::watch_for_interrupt();
  for (Simulation& simulation : study.simulations) {
    simulation.report = read(simulation);
    Plan& plan = simulation.report.request.plan;
    if (plan.threads == 0) plan.threads = settings.threads;
    control.progress = [&](std::uint64_t done, std::uint64_t all) {
      const double share = static_cast<double>(done) / static_cast<double>(all);
      bar.show(before + share * simulation.weight, simulation.name);
    };
    cli::simulate_into(simulation.report, control);
    study.interrupted = simulation.report.interrupted;
    if (study.interrupted) return study;
    before += simulation.weight;
  }
  const std::uint64_t horizon = std::min<std::uint64_t>(1000 * settings.runs, 1'000'000);
  study.trajectories = follow_trajectories(settings.seed, horizon);
  study.interrupted = control.stop_requested();
  study.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
  return study;
}

}  // namespace mirador::paper
