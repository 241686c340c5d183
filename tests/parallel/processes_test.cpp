// processes_test.cpp: without MPI there is one process; when mpirun has started several such a
// program is refused, since each would train alone and write to the same files.
#include "parallel/processes.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "backend/backend.h"
#include "helpers.h"
#include "holo/check.h"
#include "holo/device.h"

namespace processes_test {

using namespace holo;

TEST_CASE("processes: one adds its rounds from left to right") {
  const real big = 1e8, small = 1;  // of floats the sum depends on the order
  std::vector<real> numbers(3), sum(4);
  OneProcess one;
  CHECK(one.gather("text") == std::vector<std::string>{"text"});
  const std::vector<std::vector<real>> rounds = {
      {small, big, 5}, {small, small, 6}, {big, small, 7}};
  for (std::size_t round = 0; round < 3; ++round) {
    numbers = rounds[round];
    one.add({.backend = &backend_of(Device::cpu),
             .numbers = numbers.data(),
             .sum = sum.data(),
             .count = 3,
             .first = round == 0,
             .last = round == 2});
  }
  CHECK(numbers == std::vector<real>{(small + small) + big, (big + small) + small, (5 + 6) + 7});
}

TEST_CASE("processes: those of mpirun are refused where one sees itself alone") {
  {
    const EnvironmentSetting open_mpi("OMPI_COMM_WORLD_SIZE", ""), other("PMI_SIZE", "");
    check_launcher("no MPI");
  }
  for (const char* const name : {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE"}) {
    const EnvironmentSetting open_mpi("OMPI_COMM_WORLD_SIZE", "1"), other("PMI_SIZE", "1");
    check_launcher("no MPI");
    {
      const EnvironmentSetting two(name, "2");
      CHECK_THROWS_AS(check_launcher("no MPI"), UsageError);
    }
    const EnvironmentSetting four(name, "4");
    CHECK_THROWS_WITH_AS(check_launcher("no MPI"),
                         "mpirun: 4 processes, of which a build with no MPI sees one; expected a "
                         "build with the MPI of this mpirun. Try: make MPI=1, with "
                         "MPICXX=mpicxx.openmpi or MPICXX=mpicxx.mpich",
                         UsageError);
  }
}

}  // namespace processes_test
