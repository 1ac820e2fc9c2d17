#pragma once

namespace mirador::cli {

/// The number of processes that mpirun has started, including this one; 1 without mpirun. Read from
/// the environment variables of Open MPI and MPICH.
int started_together();
/// The number of this process among them, counted from 0.
int rank_when_started();

/// Replaces this process by mirador-mpi, the program in the same folder that is linked with MPI.
/// Does not return. If it is missing, rank 0 throws InputError and the other ranks end silently.
[[noreturn]] void continue_as_mirador_mpi(char** argv);

}  // namespace mirador::cli
