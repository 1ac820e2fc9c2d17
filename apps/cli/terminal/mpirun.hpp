#pragma once

namespace mirador::cli {

/// How many processes mpirun has started together, this one among them; 1 without mpirun. Open MPI
/// and MPICH say so in environment variables.
int started_together();
/// The number of this process among them, counted from 0.
int rank_when_started();

/// Goes on as the program mirador-mpi, which lies in the same folder and alone is linked with MPI.
/// Does not return. Where there is no such program, rank 0 throws InputError and the others end
/// without a word.
[[noreturn]] void continue_as_mirador_mpi(char** argv);

}  // namespace mirador::cli
