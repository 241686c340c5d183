// mpi.cpp: the processes that mpirun started, with the C API of MPI. Only MPI=1 compiles it.
//
// Each process owns a slice of every bucket. The others send it their numbers, and it adds them in
// the order of ranks, whatever the order of arrival. After the last round it sends the sum to all.
// So in one round a process sends and receives 2 (N - 1) / N of the gradient, like in a ring.
#include <mpi.h>

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <type_traits>
#include <utility>

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

// A bucket that is being sent.
struct Transfer {
  Bucket bucket;
  bool adds;  // false: it sends the sum to all
  std::vector<MPI_Request> requests;
};

class MpiProcesses final : public Processes {
 public:
  MpiProcesses();
  ~MpiProcesses() override { MPI_Finalize(); }
  int rank() const override { return rank_; }
  int size() const override { return size_; }
  std::vector<std::string> gather(const std::string& text) override;
  void start(const Bucket& bucket) override;
  void finish() override;
  [[noreturn]] void stop(int code) override;

 private:
  Index from(const Bucket& b, int rank) const { return b.count * rank / size_; }
  Index count(const Bucket& b, int rank) const { return from(b, rank + 1) - from(b, rank); }
  real* slot(const Bucket& b, int rank) const { return b.sum + rank * (b.count / size_ + 1); }
  void send(Transfer& transfer, const real* numbers, Index count, int rank) const;
  void receive(Transfer& transfer, real* numbers, Index count, int rank) const;
  void add(const Bucket& b) const;
  Transfer share(const Bucket& b) const;
  void next(std::size_t i);

  int rank_ = 0, size_ = 1;
  MPI_Comm adding_ = MPI_COMM_NULL, sharing_ = MPI_COMM_NULL;
  std::vector<Transfer> transfers_;
};

MpiProcesses::MpiProcesses() {
  int provided = 0;
  check_mpi(MPI_Init_thread(nullptr, nullptr, MPI_THREAD_FUNNELED, &provided), "MPI_Init_thread");
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  check_mpi(MPI_Comm_rank(MPI_COMM_WORLD, &rank_), "MPI_Comm_rank");
  check_mpi(MPI_Comm_size(MPI_COMM_WORLD, &size_), "MPI_Comm_size");
  check_mpi(MPI_Comm_dup(MPI_COMM_WORLD, &adding_), "MPI_Comm_dup");
  check_mpi(MPI_Comm_dup(MPI_COMM_WORLD, &sharing_), "MPI_Comm_dup");
  MPI_Comm_set_errhandler(adding_, MPI_ERRORS_RETURN);
  MPI_Comm_set_errhandler(sharing_, MPI_ERRORS_RETURN);
}

// One call of MPI is enough if all texts are short, as in each training step.
std::vector<std::string> MpiProcesses::gather(const std::string& text) {
  constexpr std::size_t most = 248;
  struct Short {
    std::size_t size;
    char text[most];
  };
  const auto n = static_cast<std::size_t>(size_);
  std::vector<Short> all(n);
  Short mine{text.size(), {}};
  std::copy_n(text.begin(), std::min(most, text.size()), mine.text);
  check_mpi(MPI_Allgather(&mine, sizeof mine, MPI_BYTE, all.data(), sizeof mine, MPI_BYTE,
                          MPI_COMM_WORLD),
            "MPI_Allgather");
  std::size_t longest = 0;
  for (const Short& one : all) longest = std::max(longest, one.size);
  std::vector<char> padded(text.begin(), text.end()), long_texts;
  if (longest > most) {
    padded.resize(longest);
    long_texts.resize(longest * n);
    const auto bytes = static_cast<int>(longest);
    check_mpi(MPI_Allgather(padded.data(), bytes, MPI_BYTE, long_texts.data(), bytes, MPI_BYTE,
                            MPI_COMM_WORLD),
              "MPI_Allgather");
  }
  std::vector<std::string> texts;
  for (std::size_t i = 0; i < n; ++i) {
    const char* const start = longest > most ? long_texts.data() + i * longest : all[i].text;
    texts.emplace_back(start, all[i].size);
  }
  return texts;
}

void MpiProcesses::send(Transfer& transfer, const real* numbers, Index count, int rank) const {
  MPI_Request& request = transfer.requests.emplace_back(MPI_REQUEST_NULL);
  check_mpi(MPI_Isend(numbers, static_cast<int>(count), type_of_real(), rank,
                      transfer.bucket.number, transfer.adds ? adding_ : sharing_, &request),
            "MPI_Isend");
}

void MpiProcesses::receive(Transfer& transfer, real* numbers, Index count, int rank) const {
  MPI_Request& request = transfer.requests.emplace_back(MPI_REQUEST_NULL);
  check_mpi(MPI_Irecv(numbers, static_cast<int>(count), type_of_real(), rank,
                      transfer.bucket.number, transfer.adds ? adding_ : sharing_, &request),
            "MPI_Irecv");
}

void MpiProcesses::start(const Bucket& b) {
  Transfer transfer{b, true, {}};
  for (int i = 1; i < size_; ++i) {  // so that not all processes begin with the same one
    const int before = (rank_ + size_ - i) % size_, after = (rank_ + i) % size_;
    receive(transfer, slot(b, before), count(b, rank_), before);
    send(transfer, b.numbers + from(b, after), count(b, after), after);
  }
  transfers_.push_back(std::move(transfer));
  for (std::size_t i = 0; i < transfers_.size(); ++i) {  // handles the messages that have arrived
    int done = 0;
    std::vector<MPI_Request>& requests = transfers_[i].requests;
    check_mpi(
        MPI_Testall(static_cast<int>(requests.size()), requests.data(), &done, MPI_STATUSES_IGNORE),
        "MPI_Testall");
    if (done != 0) next(i);
  }
}

// The slot of this process holds the sum of the earlier rounds, then the sum including this round.
// After the last round the sum is in the process's own numbers. The numbers of lower ranks are
// added in place, because a + b equals b + a to the last bit.
void MpiProcesses::add(const Bucket& b) const {
  const Index n = count(b, rank_);
  const auto add_to = [&](real* sum, const real* more) {
    b.backend->add_scaled({sum, false}, more, 1, n);
  };
  real* const own = b.numbers + from(b, rank_);
  real* const kept = slot(b, rank_);
  real* earlier = b.first ? nullptr : kept;
  for (int rank = 0; rank < rank_; ++rank) {
    if (earlier == nullptr) {
      earlier = slot(b, rank);
    } else {
      add_to(earlier, slot(b, rank));
    }
  }
  real* sum = kept;
  if (b.last) sum = own;
  if (!b.last && b.first) b.backend->copy(kept, own, n);
  if (!b.last && !b.first) add_to(kept, own);
  if (earlier != nullptr && earlier != sum) add_to(sum, earlier);
  for (int rank = rank_ + 1; rank < size_; ++rank) add_to(sum, slot(b, rank));
}

Transfer MpiProcesses::share(const Bucket& b) const {
  Transfer transfer{b, false, {}};
  real* const own = b.numbers + from(b, rank_);
  for (int i = 1; i < size_; ++i) {
    const int before = (rank_ + size_ - i) % size_, after = (rank_ + i) % size_;
    receive(transfer, b.numbers + from(b, before), count(b, before), before);
    send(transfer, own, count(b, rank_), after);
  }
  return transfer;
}

// Starts the work that follows a finished transfer.
void MpiProcesses::next(std::size_t i) {
  Transfer& transfer = transfers_[i];
  transfer.requests.clear();
  if (!transfer.adds) return;
  add(transfer.bucket);
  transfer.adds = false;
  if (transfer.bucket.last) transfer = share(transfer.bucket);
}

void MpiProcesses::finish() {
  for (const bool adds : {true, false}) {
    for (std::size_t i = 0; i < transfers_.size(); ++i) {
      if (transfers_[i].adds != adds) continue;
      std::vector<MPI_Request>& requests = transfers_[i].requests;
      check_mpi(
          MPI_Waitall(static_cast<int>(requests.size()), requests.data(), MPI_STATUSES_IGNORE),
          "MPI_Waitall");
      next(i);
    }
  }
  transfers_.clear();
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
