#include "commands.hpp"
#include "mpi/ranks.hpp"
#include "mpi/team.hpp"
#include "sim/commands.hpp"
#include "terminal/errors.hpp"
#include "terminal/interrupt.hpp"

namespace {

using namespace mirador::cli;

/// All commands; the ranks of the team share simulations.
Commands commands_of(Team& team) {
  Commands commands = all_commands();
  if (team.alone()) return commands;
  const auto by_all = [&](const auto&... task) { return team.simulate(task...); };
  commands[Command::sim] = [=](const RawOptions& options) { return sim(options, by_all); };
  return commands;
}

ExitCode run_as_rank_0(Ranks& ranks, int argc, char** argv) {
  Team team(ranks);
  const ExitCode code = report_errors([&] { return run(argc, argv, commands_of(team)); });
  team.dismiss(code);
  return code;
}

}  // namespace

/// The program `mirador-mpi`: `mirador` for mpirun.
int main(int argc, char** argv) {
  report_lack_of_memory();
  report_large_files();
  const ExitCode code = report_errors([&] {
    Ranks ranks;
    return ranks.rank() == 0 ? run_as_rank_0(ranks, argc, argv)
                             : work_for_rank_0(ranks, argc, argv);
  });
  return static_cast<int>(code);
}
