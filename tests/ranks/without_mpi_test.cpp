#include <gtest/gtest.h>

#include <cstdlib>
#include <string>

#include "mirador/core/error.hpp"
#include "sim/ranks.hpp"

// ranks.cpp as it is compiled where there is no MPI.
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

TEST(RanksWithoutMpi, AloneIsAlone) {
  const Ranks plain;
  EXPECT_EQ(plain.rank(), 0);
  EXPECT_EQ(plain.size(), 1);
  EXPECT_GE(plain.fair_threads(), 1u);
  const Started started("1", "0");
  EXPECT_EQ(Ranks().size(), 1);
}

TEST(RanksWithoutMpi, RankZeroRefusesAndTheOthersGoHome) {
  {
    const Started started("3", "0");
    try {
      const Ranks ranks;
      FAIL();
    } catch (const InputError& error) {
      EXPECT_NE(std::string(error.what()).find("mpirun: 3 processes"), std::string::npos);
      EXPECT_NE(std::string(error.what()).find("without MPI"), std::string::npos);
    }
  }
  const Started started("3", "2");
  Ranks ranks;
  EXPECT_EQ(ranks.rank(), 2);
  EXPECT_EQ(ranks.receive(0), "");
}

}  // namespace
}  // namespace mirador::cli
