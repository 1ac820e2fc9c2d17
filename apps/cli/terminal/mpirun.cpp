#include "terminal/mpirun.hpp"

#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <initializer_list>
#include <string>
#include <system_error>

#include "mirador/core/error.hpp"

namespace mirador::cli {
namespace {

/// The first of these environment variables that is a number.
int number_from(std::initializer_list<const char*> variables, int otherwise) {
  for (const char* name : variables) {
    const char* const value = std::getenv(name);
    if (value != nullptr && *value >= '0' && *value <= '9') return std::atoi(value);
  }
  return otherwise;
}

}  // namespace

int started_together() { return number_from({"OMPI_COMM_WORLD_SIZE", "PMI_SIZE"}, 1); }
int rank_when_started() { return number_from({"OMPI_COMM_WORLD_RANK", "PMI_RANK"}, 0); }

void continue_as_mirador_mpi(char** argv) {
  std::error_code error;
  const std::filesystem::path self = std::filesystem::read_symlink("/proc/self/exe", error);
  const std::string program = self.parent_path() / "mirador-mpi";
  execv(program.c_str(), argv);
  if (rank_when_started() > 0) std::_Exit(0);
  throw InputError("mpirun: " + std::to_string(started_together()) +
                   " processes were started together, but " + program +
                   ", which shares the work, cannot be started (" + std::strerror(errno) +
                   "); start mirador without mpirun, or build it where MPI is installed");
}

}  // namespace mirador::cli
