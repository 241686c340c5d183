// mpi.cpp: the processes that mpirun started, with the C API of MPI. Only MPI=1 compiles it.
//
// Each process owns a slice of the gradient. In each round the others send it their numbers, and it
// adds them in the order of ranks. After the last round it sends the sum to all. So in one round a
// process sends and receives 2 (N - 1) / N of the gradient, like in a ring.
#include <mpi.h>

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <limits>
#include <string>
#include <type_traits>

#include "backend/backend.h"
#include "holo/check.h"
#include "parallel/processes.h"

namespace holo {
namespace {

void check_mpi(int code, const char* call) {
  if (code == MPI_SUCCESS) return;
  char text[MPI_MAX_ERROR_STRING];
  int length = 0;
  MPI_Error_string(code, text, &length);
  throw Error(call, std::string(text, static_cast<std::size_t>(length)),
              "all processes, and a connection to each");
}

MPI_Datatype type_of_real() { return std::is_same_v<real, double> ? MPI_DOUBLE : MPI_FLOAT; }

// The text up to the comma or the end of the line in "Open MPI v4.1.4, package: ..." or "MPICH
// Version:\t4.0.2\n...".
std::string library_version() {
  char text[MPI_MAX_LIBRARY_VERSION_STRING];
  int length = 0;
  MPI_Get_library_version(text, &length);
  std::string first(text, static_cast<std::size_t>(length));
  first.resize(std::min(first.find_first_of(",\n"), first.size()));
  std::replace(first.begin(), first.end(), '\t', ' ');
  return first;
}

class MpiProcesses final : public Processes {
 public:
  MpiProcesses();
  ~MpiProcesses() override { MPI_Finalize(); }
  int rank() const override { return rank_; }
  int size() const override { return size_; }
  std::vector<std::string> gather(const std::string& text) override;
  void add(const Round& round) override;
  [[noreturn]] void stop(int code) override;

 private:
  int rank_ = 0, size_ = 1;
};

MpiProcesses::MpiProcesses() {
  int provided = 0;
  check_mpi(MPI_Init_thread(nullptr, nullptr, MPI_THREAD_FUNNELED, &provided), "MPI_Init_thread");
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  check_mpi(MPI_Comm_rank(MPI_COMM_WORLD, &rank_), "MPI_Comm_rank");
  check_mpi(MPI_Comm_size(MPI_COMM_WORLD, &size_), "MPI_Comm_size");
}

// Where the parts of several processes begin in an array, and how long they are.
struct Parts {
  std::vector<int> begins, sizes;
  void add(int begin, int size) {
    begins.push_back(begin);
    sizes.push_back(size);
  }
};

std::vector<std::string> MpiProcesses::gather(const std::string& text) {
  std::vector<int> sizes(static_cast<std::size_t>(size_));
  const int size = static_cast<int>(text.size());
  check_mpi(MPI_Allgather(&size, 1, MPI_INT, sizes.data(), 1, MPI_INT, MPI_COMM_WORLD),
            "MPI_Allgather");
  Parts parts;
  int total = 0;
  for (const int n : sizes) {
    parts.add(total, n);
    total += n;
  }
  std::string all(static_cast<std::size_t>(total), ' ');
  check_mpi(MPI_Allgatherv(text.data(), size, MPI_BYTE, all.data(), sizes.data(),
                           parts.begins.data(), MPI_BYTE, MPI_COMM_WORLD),
            "MPI_Allgatherv");
  std::vector<std::string> texts;
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    texts.push_back(
        all.substr(static_cast<std::size_t>(parts.begins[i]), static_cast<std::size_t>(sizes[i])));
  }
  return texts;
}

void MpiProcesses::add(const Round& round) {
  constexpr Index most = std::numeric_limits<int>::max();  // MPI counts with int
  if (round.count > most) {
    throw UsageError("mpi", std::to_string(round.count) + " numbers in a gradient",
                     "at most " + std::to_string(most), "one process");
  }
  const auto begin = [&](int rank) { return static_cast<int>(round.count * rank / size_); };
  const int own = begin(rank_ + 1) - begin(rank_);
  Parts slices, slots;  // of the gradient; of the memory, one for this slice from each process
  for (int rank = 0; rank < size_; ++rank) {
    slices.add(begin(rank), begin(rank + 1) - begin(rank));
    slots.add(rank * own, own);
  }
  // 1. Each process sends each slice to its owner. The owner's slot is free for the sum.
  const auto without_own = [&](std::vector<int> sizes) {
    sizes[static_cast<std::size_t>(rank_)] = 0;
    return sizes;
  };
  check_mpi(MPI_Alltoallv(round.numbers, without_own(slices.sizes).data(), slices.begins.data(),
                          type_of_real(), round.sum, without_own(slots.sizes).data(),
                          slots.begins.data(), type_of_real(), MPI_COMM_WORLD),
            "MPI_Alltoallv");
  // 2. The owner adds, in the order of ranks.
  real* const sum = round.sum + Index{rank_} * own;
  for (int rank = 0; rank < size_; ++rank) {
    const real* const numbers =
        rank == rank_ ? round.numbers + begin(rank) : round.sum + Index{rank} * own;
    round.backend->add_scaled({sum, round.first && rank == 0}, numbers, 1, own);
  }
  // 3. After the last round it sends the sum to all.
  if (!round.last) return;
  check_mpi(MPI_Allgatherv(sum, own, type_of_real(), round.numbers, slices.sizes.data(),
                           slices.begins.data(), type_of_real(), MPI_COMM_WORLD),
            "MPI_Allgatherv");
}

void MpiProcesses::stop(int code) {
  MPI_Abort(MPI_COMM_WORLD, code);
  std::_Exit(code);
}

}  // namespace

std::unique_ptr<Processes> start_processes() {
  auto processes = std::make_unique<MpiProcesses>();
  if (processes->size() == 1) check_launcher(library_version());
  return processes;
}

}  // namespace holo
