#include "commands.hpp"
#include "terminal/errors.hpp"
#include "terminal/interrupt.hpp"
#include "terminal/mpirun.hpp"

/// The program `mirador`. mpi/main.cpp is the one that mpirun needs.
int main(int argc, char** argv) {
  using namespace mirador::cli;
  report_lack_of_memory();
  report_large_files();
  const ExitCode code = report_errors([&] {
    if (started_together() > 1) continue_as_mirador_mpi(argv);
    return run(argc, argv, all_commands());
  });
  return static_cast<int>(code);
}
