#include "mpi/ranks.hpp"

#include <mpi.h>
#include <sched.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <string>
#include <thread>

#include "mirador/core/error.hpp"
#include "terminal/mpirun.hpp"

namespace mirador::cli {
namespace {

void pause() { std::this_thread::sleep_for(std::chrono::microseconds(200)); }

/// MPI counts bytes in an int.
constexpr std::size_t largest_piece = std::size_t{1} << 30;

void wait_for(MPI_Request request) {
  for (int done = 0; MPI_Test(&request, &done, MPI_STATUS_IGNORE), done == 0;) pause();
}

/// Each process sees only itself: without this refusal each would do all the work and print it.
[[noreturn]] void refuse_foreign_mpirun() {
  MPI_Finalize();
  if (rank_when_started() > 0) std::_Exit(0);
  throw InputError(
      "mpirun: this mpirun belongs to another MPI than the one mirador was built with; use the "
      "mpirun of that MPI");
}

template <class Use>
void piece_by_piece(std::size_t size, Use&& use) {
  for (std::size_t at = 0; at < size; at += largest_piece) {
    use(at, static_cast<int>(std::min(size - at, largest_piece)));
  }
}

}  // namespace

Ranks::Ranks() {
  if (started_together() < 2) return;
  int provided = 0;
  MPI_Init_thread(nullptr, nullptr, MPI_THREAD_FUNNELED, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
  MPI_Comm_size(MPI_COMM_WORLD, &size_);
  if (size_ < 2) refuse_foreign_mpirun();
  MPI_Comm machine;
  MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, rank_, MPI_INFO_NULL, &machine);
  MPI_Comm_size(machine, &on_this_machine_);
  MPI_Comm_free(&machine);
}

Ranks::~Ranks() {
  int joined = 0;
  MPI_Initialized(&joined);
  if (joined == 0) return;
  // Our own barrier: the one inside MPI_Finalize keeps a processor busy while it waits.
  MPI_Request request;
  MPI_Ibarrier(MPI_COMM_WORLD, &request);
  wait_for(request);
  MPI_Finalize();
}

unsigned Ranks::fair_threads() const {
  const unsigned all = std::max(1u, std::thread::hardware_concurrency());
  cpu_set_t bound;
  const bool known = sched_getaffinity(0, sizeof bound, &bound) == 0;
  const unsigned allowed = known ? static_cast<unsigned>(CPU_COUNT(&bound)) : all;
  return std::max(1u, std::min(allowed, all / static_cast<unsigned>(on_this_machine_)));
}

void Ranks::send(int to, std::string_view message) {
  std::uint64_t size = message.size();
  MPI_Request request;
  MPI_Isend(&size, 1, MPI_UINT64_T, to, 0, MPI_COMM_WORLD, &request);
  wait_for(request);
  piece_by_piece(size, [&](std::size_t at, int count) {
    MPI_Isend(message.data() + at, count, MPI_BYTE, to, 0, MPI_COMM_WORLD, &request);
    wait_for(request);
  });
}

std::optional<std::string> Ranks::receive_if_sent(int from) {
  int sent = 0;
  MPI_Iprobe(from, 0, MPI_COMM_WORLD, &sent, MPI_STATUS_IGNORE);
  if (sent == 0) return std::nullopt;
  std::uint64_t size = 0;
  MPI_Recv(&size, 1, MPI_UINT64_T, from, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  std::string message(size, '\0');
  piece_by_piece(size, [&](std::size_t at, int count) {
    MPI_Recv(message.data() + at, count, MPI_BYTE, from, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  });
  return message;
}

std::string Ranks::receive(int from) {
  for (;;) {
    if (std::optional<std::string> message = receive_if_sent(from)) return *std::move(message);
    pause();
  }
}

void Ranks::abort(ExitCode code) {
  MPI_Abort(MPI_COMM_WORLD, static_cast<int>(code));
  std::_Exit(static_cast<int>(code));
}

}  // namespace mirador::cli
