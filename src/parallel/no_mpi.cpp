// no_mpi.cpp: replaces mpi.cpp in a build without MPI.
#include "parallel/processes.h"

namespace holo {

std::unique_ptr<Processes> start_processes() {
  check_launcher("no MPI");
  return std::make_unique<OneProcess>();
}

}  // namespace holo
