// mpi_errors_test.cpp: each call of MPI that fails is an Error with its name, and texts of any
// length are gathered; with the MPI of tests/mpi.h, in a build with or without another one.
#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "backend/backend.h"
#include "helpers.h"
#include "holo/device.h"
#include "mpi.h"
#include "parallel/processes.h"
#define start_processes start_fake_processes
#include "parallel/mpi.cpp"
#undef start_processes

namespace mpi_errors_test {
namespace {

using namespace holo;

// What a run of two processes says when this call fails.
std::string message_when(const char* call) {
  fake_mpi::failing = call;
  fake_mpi::returning.clear();
  const std::string message = message_of([] {
    std::vector<real> numbers(4, 1), sum(6);
    const std::unique_ptr<Processes> processes = start_fake_processes();
    processes->gather("text");
    processes->start({.backend = &backend_of(Device::cpu),
                      .numbers = numbers.data(),
                      .sum = sum.data(),
                      .count = 4,
                      .number = 0,
                      .first = true,
                      .last = true});
    processes->finish();
  });
  fake_mpi::failing = "";
  return message;
}

}  // namespace

TEST_CASE("mpi: a call that fails is an Error with its name") {
  CHECK(message_when("") == "no error");
  for (const char* const call :
       {"MPI_Init_thread", "MPI_Comm_rank", "MPI_Comm_size", "MPI_Comm_dup", "MPI_Allgather",
        "MPI_Isend", "MPI_Irecv", "MPI_Testall", "MPI_Waitall"}) {
    CHECK(message_when(call) == std::string(call) +
                                    ": no connection; expected all processes, and a connection "
                                    "to each");
  }
}

TEST_CASE("mpi: texts of any length are gathered whole") {
  const std::unique_ptr<Processes> processes = start_fake_processes();
  const std::size_t sizes[] = {0, 1, 247, 248, 249, 250, 5000};
  for (const std::size_t size : sizes) {
    const std::string text(size, 'x');
    CHECK(processes->gather(text) == std::vector<std::string>{text, text});
  }
}

}  // namespace mpi_errors_test
