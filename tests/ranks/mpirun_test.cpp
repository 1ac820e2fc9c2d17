#include "terminal/mpirun.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <string>

#include "mirador/core/error.hpp"

// In the folder of this test there is no mirador-mpi.
namespace mirador::cli {
namespace {

struct Started {
  Started(const char* size, const char* rank) {
    setenv("OMPI_COMM_WORLD_SIZE", size, 1);
    setenv("OMPI_COMM_WORLD_RANK", rank, 1);
  }
  ~Started() {
    unsetenv("OMPI_COMM_WORLD_SIZE");
    unsetenv("OMPI_COMM_WORLD_RANK");
  }
};

TEST(Mpirun, AloneIsAlone) {
  EXPECT_EQ(started_together(), 1);
  EXPECT_EQ(rank_when_started(), 0);
}

TEST(Mpirun, OthersAreSeen) {
  const Started started("3", "2");
  EXPECT_EQ(started_together(), 3);
  EXPECT_EQ(rank_when_started(), 2);
}

TEST(Mpirun, WithoutMiradorMpiRankZeroRefusesAndTheOthersEnd) {
  char name[] = "mirador";
  char* words[] = {name, nullptr};
  {
    const Started started("3", "0");
    try {
      continue_as_mirador_mpi(words);
    } catch (const InputError& error) {
      EXPECT_NE(std::string(error.what()).find("mpirun: 3 processes"), std::string::npos);
      EXPECT_NE(
          std::string(error.what()).find("/mirador-mpi, which shares the work, cannot be started"),
          std::string::npos);
    }
  }
  const Started started("3", "2");
  EXPECT_EXIT(continue_as_mirador_mpi(words), testing::ExitedWithCode(0), "^$");
}

}  // namespace
}  // namespace mirador::cli
