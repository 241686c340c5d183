// bench/exchange.cpp: what several processes gain and what their exchange costs: a training step on
// one and on all of them, at the same batch, and the part of it that waits for the others; then the
// sum of gradients by itself, compared with other ways to make it. In a build with MPI=1: mpirun
// -np 2 build/g++-mpi/bin/bench_exchange
#include <fmt/format.h>
#include <mpi.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "backend/backend.h"
#include "bench/bench_table.h"
#include "gpt/training/trainer.h"
#include "holo/threads.h"
#include "parallel/processes.h"
#include "parallel/shard_sum.h"
#include "support/command_line.h"

using namespace holo;

namespace {

constexpr Index bucket_size = ShardSum::usual_bucket;
constexpr int bytes = static_cast<int>(sizeof(real));

double now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

// Processes, and how long this one waited for the others.
class Timed final : public Processes {
 public:
  explicit Timed(Processes& all) : all_(all) {}
  int rank() const override { return all_.rank(); }
  int size() const override { return all_.size(); }
  std::vector<std::string> gather(const std::string& text) override {
    const double start = now();
    std::vector<std::string> texts = all_.gather(text);
    waited += now() - start;
    return texts;
  }
  void start(const Bucket& bucket) override {
    const double start = now();
    all_.start(bucket);
    sent += now() - start;
  }
  void finish() override {
    const double start = now();
    all_.finish();
    waited += now() - start;
  }
  [[noreturn]] void stop(int code) override {
    all_.stop(code);
    std::_Exit(code);
  }
  double waited = 0, sent = 0;

 private:
  Processes& all_;
};

TrainSettings settings_of(const std::string& preset, int processes) {
  std::string words[] = {"bench_exchange", "--preset", preset, "--format",
                         preset == "nano" ? "text" : "lines"};
  char* argv[std::size(words)];
  for (std::size_t i = 0; i < std::size(words); ++i) argv[i] = words[i].data();
  return read_train_settings(static_cast<int>(std::size(words)), argv, saved_run_in, processes);
}

void time_training(const std::string& preset, Processes& processes) {
  const TrainSettings settings = settings_of(preset, processes.size());
  const Dataset dataset(settings.data);
  Timed timed(processes);
  ShardedTrainer trainer(settings, dataset, timed);
  trainer.train_step();
  const int steps = preset == "nano" ? 3 : 20;
  double best = 1e30, waited = 0, sent = 0;
  for (int round = 0; round < 30; ++round) {
    timed.waited = timed.sent = 0;
    const double start = now();
    for (int i = 0; i < steps; ++i) trainer.train_step();
    const double seconds = (now() - start) / steps;
    if (seconds > best) continue;
    best = seconds;
    waited = timed.waited / steps / seconds;
    sent = timed.sent / steps / seconds;
  }
  if (processes.rank() != 0) return;
  const std::string name = fmt::format("step of {}, {} process{}", preset, processes.size(),
                                       processes.size() == 1 ? "" : "es");
  report({.name = name, .value = best * 1e3, .unit = "ms"});
  if (processes.size() == 1) return;
  report({.name = "  waiting for the others", .value = 100 * waited, .unit = "%"});
  report({.name = "  starting and adding buckets", .value = 100 * sent, .unit = "%"});
}

// ---- the sum of n numbers of each process ----

struct Numbers {
  std::vector<real> own, room;
  int rank = 0, size = 1;

  void each_bucket(const std::function<void(real*, Index)>& visit) {
    const auto n = static_cast<Index>(own.size());
    for (Index from = 0; from < n; from += bucket_size) {
      visit(own.data() + from, std::min(bucket_size, n - from));
    }
  }
};

void add(real* sum, const real* numbers, Index count) {
  backend_of(Device::cpu).add_scaled({sum, false}, numbers, 1, count);
}

MPI_Datatype type() { return bytes == 8 ? MPI_DOUBLE : MPI_FLOAT; }

void by_slices(Numbers& x, Processes& processes) {
  int number = 0;
  real* room = x.room.data();
  x.each_bucket([&](real* numbers, Index count) {
    processes.start({&backend_of(Device::cpu), numbers, room, count, number++, true, true});
    room += count + x.size;
  });
  processes.finish();
}

// Rank 0 adds all of them, in the order of ranks.
void by_gather(Numbers& x) {
  x.each_bucket([&](real* numbers, Index count) {
    const auto n = static_cast<int>(count);
    for (int from = 1; from < x.size; ++from) {
      if (x.rank == from) MPI_Send(numbers, n, type(), 0, 0, MPI_COMM_WORLD);
      if (x.rank != 0) continue;
      MPI_Recv(x.room.data(), n, type(), from, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      add(numbers, x.room.data(), count);
    }
    MPI_Bcast(numbers, n, type(), 0, MPI_COMM_WORLD);
  });
}

// The sum so far goes from rank to rank, and then its end result: what is early waits for the next
// bucket.
void by_ring(Numbers& x) {
  const int before = (x.rank + x.size - 1) % x.size, after = (x.rank + 1) % x.size;
  x.each_bucket([&](real* numbers, Index count) {
    const auto n = static_cast<int>(count);
    if (x.rank > 0) {
      MPI_Recv(x.room.data(), n, type(), before, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      add(x.room.data(), numbers, count);
      std::copy_n(x.room.data(), count, numbers);
    }
    if (x.rank + 1 < x.size) MPI_Send(numbers, n, type(), after, 0, MPI_COMM_WORLD);
  });
  x.each_bucket([&](real* numbers, Index count) {
    const auto n = static_cast<int>(count);
    if (x.rank + 1 < x.size) {
      MPI_Recv(numbers, n, type(), before, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    if (x.rank + 2 != x.size) MPI_Send(numbers, n, type(), after, 1, MPI_COMM_WORLD);
  });
}

// In whatever order the library adds.
void by_allreduce(Numbers& x) {
  x.each_bucket([&](real* numbers, Index count) {
    MPI_Allreduce(MPI_IN_PLACE, numbers, static_cast<int>(count), type(), MPI_SUM, MPI_COMM_WORLD);
  });
}

void time_sums(const std::string& name, Index n, Processes& processes) {
  Numbers x;
  x.rank = processes.rank(), x.size = processes.size();
  x.own.assign(static_cast<std::size_t>(n), 0);
  x.room.assign(static_cast<std::size_t>(n + (n / bucket_size + 1) * x.size + bucket_size), 0);
  const auto time = [&](const char* how, const std::function<void()>& sum) {
    double best = 1e30;
    for (int i = 0; i < (n > 10'000'000 ? 5 : 200); ++i) {
      MPI_Barrier(MPI_COMM_WORLD);
      const double start = now();
      sum();
      MPI_Barrier(MPI_COMM_WORLD);
      best = std::min(best, now() - start);
    }
    if (x.rank != 0) return;
    report({.name = fmt::format("{}, {}", name, how), .value = best * 1e3, .unit = "ms"});
  };
  time("a slice each, in order", [&] { by_slices(x, processes); });
  time("rank 0 adds, in order", [&] { by_gather(x); });
  time("from rank to rank, in order", [&] { by_ring(x); });
  time("MPI_Allreduce, in its order", [&] { by_allreduce(x); });
}

std::unique_ptr<Processes> processes;  // until the program has spoken

void program(int, char**) {
  processes = start_processes();
  if (processes->size() == 1) {
    fmt::print("the exchange of gradients: mpirun -np 2 bench_exchange\n");
    return;
  }
  set_num_threads(1);
  OneProcess one;
  if (processes->rank() == 0) {
    print_bench_heading("a training step on several processes, the batch of the preset");
  }
  for (const char* const preset : {"names", "nano"}) {
    if (processes->rank() == 0) time_training(preset, one);
    processes->gather("");
    time_training(preset, *processes);
  }
  if (processes->rank() == 0) {
    print_bench_heading(fmt::format("the sum of gradients of {} processes", processes->size()));
  }
  time_sums("103 thousand numbers", 103'000, *processes);
  time_sums("800 thousand numbers", 800'000, *processes);
  time_sums("124 million numbers", 124'000'000, *processes);
}

}  // namespace

int main(int argc, char** argv) { return run_program(argc, argv, program); }
