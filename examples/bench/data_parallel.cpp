// bench/data_parallel.cpp: up to how many processes does it pay to train on more of them? Measures
// steps on this machine, and computes from them what 8 to 1,024 processes need on networks of three
// speeds. Started by mpirun, in a build with MPI=1, it measures exchanges and steps together, too,
// and compares these with what it computes.
#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <memory>
#include <string>
#include <vector>

#include "bench/bench_table.h"
#include "bench/measured_step.h"
#include "bench/train_cases.h"
#include "gpt/training/train_settings.h"
#include "holo/build_info.h"
#include "support/command_line.h"

using namespace holo;

namespace {

struct NamedNetwork {
  const char* name;
  Network network;
};
constexpr double gigabit = 1e9 / 8;  // bytes a second
// Latencies and work for a message are assumed: those of TCP for the first, of InfiniBand for the
// others.
constexpr NamedNetwork networks[] = {{"10 Gbit/s", {10 * gigabit, 30e-6, 2e-6}},
                                     {"100 Gbit/s", {100 * gigabit, 3e-6, 0.3e-6}},
                                     {"400 Gbit/s", {400 * gigabit, 2e-6, 0.3e-6}}};
constexpr int counts[] = {1, 2, 8, 32, 128, 512, 1024};

struct Workload {
  std::string name;
  GPTOptions options;
  Index batch;    // rows of a step, of all processes together
  Index at_once;  // rows of a shard at most
};

// Characters, as the built-in names have.
Workload preset_workload(const std::string& title, const std::string& preset) {
  const TrainSettings settings = preset_named(preset);
  Workload w{title, settings.model, settings.batch, settings.batch};
  w.options.vocab_size = 27;
  w.options.block_size = quick_size(w.options.block_size, 8);
  w.batch = w.at_once = quick_size(w.batch, 2);
  return w;
}

Workload gpt2_small() {
  return {"GPT-2 small",
          {.vocab_size = 50257, .block_size = 1024, .n_layer = 12, .n_head = 12, .n_embd = 768},
          512,
          1};
}

std::string text_of(double seconds) {
  return seconds < 10 ? fmt::format("{:.2f} ms", 1e3 * seconds) : fmt::format("{:.0f} s", seconds);
}

// A table of steps: for each number of processes and each network how long one takes, and which
// part is left of the N-fold speed.
class StepTable {
 public:
  explicit StepTable(const std::string& title) {
    fmt::print("\n{}\nprocesses  rows of each", title);
    for (const NamedNetwork& n : networks) fmt::print("{:>20}", n.name);
    fmt::print("\n");
  }
  /// `work`: seconds of one process for what all do.
  void row(int processes, Index rows, const ProcessTimes& times, int rounds, double work) {
    fmt::print("{:9} {:13}", processes, rows);
    for (std::size_t i = 0; i < std::size(networks); ++i) {
      const double step = step_seconds(times, rounds, processes, networks[i].network).step;
      const double part = work / processes / step;
      if (part >= 0.5) half_[i] = processes;
      fmt::print("{:>14} {:3.0f} %", text_of(step), 100 * part);
    }
    fmt::print("\n");
  }
  ~StepTable() {
    fmt::print("half of the speed is left up to");
    for (const int processes : half_)
      fmt::print("{:>{}}", processes, &processes == half_ ? 12 : 20);
    fmt::print(" processes\n");
  }

 private:
  int half_[std::size(networks)] = {};
};

// The same batch on more and more processes, until each has one row; then batches that grow with
// the processes. times[i]: of shards of at_once >> i rows.
void print_tables(const Workload& w, const std::vector<ProcessTimes>& times) {
  const auto seconds = [&](int rounds) {
    return step_seconds(times[0], rounds, 1, {1, 0, 0}).step;
  };
  {
    StepTable table(fmt::format("the same batch of {} rows", w.batch));
    const double work = seconds(static_cast<int>(w.batch / w.at_once));
    for (const int n : counts) {
      const Index rows = w.batch / n;
      if (rows == 0) break;
      std::size_t i = 0;
      while ((w.at_once >> i) > rows) ++i;
      table.row(n, rows, times[i], static_cast<int>(rows / (w.at_once >> i)), work);
    }
  }
  StepTable table(fmt::format("a batch that grows with the processes, by {} for each",
                              w.at_once == 1 ? "a row" : fmt::format("{} rows", w.at_once)));
  for (const int n : counts) table.row(n, w.at_once, times[0], 1, n * seconds(1));
}

void compare(const Workload& w, SteppedGpt& gpt, Processes& processes) {
  const int n = processes.size();
  const std::vector<Exchange> exchanges = measured_exchanges(processes);
  const Network network = fitted_network(exchanges);
  const Index rows = std::max<Index>(1, w.at_once / n);
  const ProcessTimes times = gpt.alone(rows);
  const double measured = gpt.together(rows, processes);
  const StepSeconds computed = step_seconds(times, 1, n, network);
  if (processes.rank() != 0) return;
  fmt::print("\n{} processes on this machine\n", n);
  for (const Exchange& e : exchanges) {
    fmt::print("  exchange of {:9.0f} bytes {:9.1f} us\n", e.bytes, 1e6 * e.seconds);
  }
  fmt::print("  as a network: {:.1f} Gbit/s, {:.1f} us\n", network.bytes_per_second / gigabit,
             1e6 * network.latency);
  fmt::print("  step of {} rows each: computed {:.3f} ms, of these {:.1f} % for the network\n",
             rows, 1e3 * computed.step, 100 * computed.waited / computed.step);
  fmt::print("                        measured {:.3f} ms, {:.2f} times as long\n", 1e3 * measured,
             measured / computed.step);
}

void run(const Workload& w, Processes& processes, double teraflops) {
  const bool speaks = processes.rank() == 0;
  const std::unique_ptr<SteppedGpt> gpt = SteppedGpt::of(w.options);
  std::vector<ProcessTimes> times;  // of at_once rows, half of them, and so on
  std::vector<double> all;
  for (Index rows = w.at_once; rows > 0; rows /= 2) {
    times.push_back(gpt->alone(rows, rows == w.at_once ? &all : nullptr));
  }
  const double work = gpt_flop(w.options, w.at_once);
  double bytes = 0;
  for (const BucketTime& bucket : times[0].buckets) bytes += bucket.bytes;
  if (speaks) {
    fmt::print("\n{}: {:.4g} MB of gradients, buckets: {}\n", w.name, bytes / 1e6,
               times[0].buckets.size());
    fmt::print(
        "forward and backward, rows: {}, each of {} tokens: {:.4g} ms, {:.3g} GFLOP/s; update "
        "{:.3g} ms\n",
        w.at_once, w.options.block_size, 1e3 * times[0].backward_end,
        work / times[0].backward_end / 1e9, 1e3 * times[0].update);
    fmt::print("the slowest of 8, 64, 512 such steps: {:.2f}, {:.2f}, {:.2f} of the median\n",
               slowest_of(all, 8), slowest_of(all, 64), slowest_of(all, 512));
  }
  if (processes.size() > 1) {
    compare(w, *gpt, processes);
    return;
  }
  print_tables(w, times);
  if (teraflops == 0) return;
  // As a GPU might be: with more rows at once, and the time of each row the same.
  constexpr Index rows_at_once = 32;
  const double factor = teraflops * 1e12 / (work / times[0].backward_end);
  fmt::print("\n{}, processes of {} TFLOP/s, {:.0f} times as fast\n", w.name, teraflops, factor);
  std::vector<ProcessTimes> fast;
  for (Index rows = rows_at_once; rows > 0; rows /= 2) {
    fast.push_back(faster(of_rows(times[0], rows), factor));
  }
  print_tables({w.name, w.options, w.batch, rows_at_once}, fast);
}

void program(int argc, char** argv) {
  CommandLine cli(argc, argv, "Up to how many processes does it pay to train on more of them?");
  const bool quick = cli.flag("--quick", "the demo's sizes alone");
  const double teraflops =
      cli.number("--teraflops", 100, above(0), "of a process, in another table for GPT-2 small");
  cli.finish();
  const std::unique_ptr<Processes> processes = start_processes();
  if (processes->rank() == 0) fmt::print("{}\non {}\n", build_info(), bench_machine());
  run(preset_workload("the demo", "names"), *processes, 0);
  if (processes->size() > 1) run(preset_workload("preset nano", "nano"), *processes, 0);
  if (!quick && !is_quick() && processes->size() == 1) run(gpt2_small(), *processes, teraflops);
}

}  // namespace

int main(int argc, char** argv) { return run_program(argc, argv, program); }
