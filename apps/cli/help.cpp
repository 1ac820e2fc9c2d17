#include "help.hpp"

#include <algorithm>

#include "mirador/spec/rule_spec.hpp"

namespace mirador::cli {
namespace {

constexpr std::string_view about =
    "Find out which of K noisy options is the right answer, with an error\n"
    "probability of at most delta and as few measurements as possible.\n";

constexpr std::string_view after_help =
    "mirador COMMAND --help explains a command. Example:\n"
    "  mirador sim --means 1,0.85,0.8,0.75 --rules lma,bc,unif";

constexpr std::string_view bound_about =
    "How many measurements any method needs at least: the characteristic time T*,\n"
    "the optimal proportions w*, and the lower bound T* kl(delta,1-delta).\n";

constexpr std::string_view bound_examples =
    "Examples:\n"
    "  mirador bound --means 1,0.85,0.8,0.75\n"
    "  mirador bound --problem thresholding --level 0.5 --means 0.2,0.4,0.9\n"
    "  mirador bound --family bernoulli --means 0.5,0.45,0.43,0.4\n"
    "  mirador bound --means 1,1,0.8 --margin 0.1\n"
    "  mirador bound --spec problem.toml --format json\n"
    "where problem.toml holds\n"
    "  problem = \"top-m\"\n"
    "  top = 2\n"
    "  means = [1, 0.9, 0.5, 0.2]";

constexpr std::string_view sets_example =
    "A sets file, for --problem polyhedral: an answer is the set of means with\n"
    "rows * means > bounds.\n"
    "  [[set]]\n"
    "  name = \"first\"\n"
    "  rows = [[1, -1, 0], [1, 0, -1]]\n"
    "  bounds = [0, 0]";

constexpr std::string_view sim_about =
    "Race sampling rules on simulated measurements: how many each needs until it\n"
    "stops, how often it is wrong, and how far it is from the lower bound.\n";

constexpr std::string_view sim_examples =
    "Ctrl-C prints what is finished. Under mpirun all processes share the work.\n"
    "Examples:\n"
    "  mirador sim --means 1,0.85,0.8,0.75\n"
    "  mirador sim --means 0.5,0.3,0.1 --rules lma,lma:L=0.01,bc --runs 200\n"
    "  mirador sim --family poisson --lowest --margin 0.5 --means 3,3,4 --runs 100\n"
    "  mirador sim --problem top-m --top 2 --means 1,0.9,0.5,0.2 --format json\n"
    "  mirador sim --means 1,0.9,0.8 --runs 1e6 --checkpoint sweep.ckpt";

constexpr std::string_view paper_about =
    "Reproduce the paper behind mirador (Menard 2019) and what it left open: its\n"
    "figure, its table and its theorem, measured here. Writes report.html (open it\n"
    "in a browser; it needs no network), figure1.svg, table1.csv and results.json.\n"
    "--format json prints results.json too, --format csv table1.csv.\n";

constexpr std::string_view paper_examples =
    "Ctrl-C leaves everything as it was. Examples:\n"
    "  mirador paper --quick\n"
    "  mirador paper --out report --runs 10000 --seed 7";

std::string list_of_rules() {
  std::string lines = "Rules:\n";
  for (const auto& [name, text] : rule_help()) {
    std::string line = "  " + std::string(name);
    line.resize(std::max<std::size_t>(line.size() + 2, 10), ' ');
    lines += line + std::string(text) + "\n";
  }
  return lines;
}

}  // namespace

std::string_view program_about() { return about; }
std::string_view program_examples() { return after_help; }

std::string_view command_about(std::string_view command) {
  return command == "sim" ? sim_about : command == "paper" ? paper_about : bound_about;
}

std::string command_examples(std::string_view command) {
  if (command == "sim") return list_of_rules() + "\n" + std::string(sim_examples);
  if (command == "paper") return std::string(paper_examples);
  return std::string(bound_examples) + "\n\n" + std::string(sets_example);
}

}  // namespace mirador::cli
