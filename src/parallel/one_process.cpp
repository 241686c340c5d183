// one_process.cpp: sums gradients in a single process, and finds out whether mpirun started more.
#include <fmt/format.h>

#include <cstdlib>

#include "backend/backend.h"
#include "holo/check.h"
#include "parallel/processes.h"

namespace holo {

void OneProcess::add(const Round& round) {
  if (round.first && round.last) return;
  if (round.last) {  // a + b equals b + a to the last bit
    round.backend->add_scaled({round.numbers, false}, round.sum, 1, round.count);
  } else {
    round.backend->add_scaled({round.sum, round.first}, round.numbers, 1, round.count);
  }
}

void OneProcess::stop(int code) { std::_Exit(code); }

void check_launcher(const std::string& build) {
  // These are set by Open MPI, and by every MPI with the process manager of MPICH.
  for (const char* const name : {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE"}) {
    const char* const value = std::getenv(name);
    const int count = value == nullptr ? 1 : std::atoi(value);
    if (count <= 1) continue;
    throw UsageError("mpirun",
                     fmt::format("{} processes, of which a build with {} sees one", count, build),
                     "a build with the MPI of this mpirun",
                     "make MPI=1, with MPICXX=mpicxx.openmpi or MPICXX=mpicxx.mpich");
  }
}

}  // namespace holo
