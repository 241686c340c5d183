// data_parallel: up to how many processes does it pay to train on more of them? Measures steps on
// this machine, and computes from them what 8 to 1,024 processes need on networks of three speeds.
// Started by mpirun, it measures exchanges and steps together, too, and compares these with what it
// computes.
#include <fmt/format.h>

#include <string>
#include <vector>

#include "bench/processor.h"
#include "experiments/measured_step.h"
#include "gpt/train_presets.h"
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
constexpr int counts[] = {1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024};

struct Workload {
  std::string name;
  GPTOptions options;
  Index batch;    // rows of a step, of all processes together
  Index at_once;  // rows of a shard at most
};

// Forward, and twice as much back: a multiply-add for each weight of a product, and two products of
// attention.
double flop_of_row(const GPTOptions& o) {
  const Index C = o.n_embd;
  const Index multiply_adds = o.n_layer * (12 * C * C + 2 * o.block_size * C) + o.vocab_size * C;
  return 6 * static_cast<double>(o.block_size * multiply_adds);
}

Workload demo() {
  const TrainSettings preset = preset_named("names");
  Workload w{"the demo", preset.model, preset.batch, preset.batch};
  w.options.vocab_size = 27;
  return w;
}

Workload gpt2_small() {
  return {"GPT-2 small",
          {.vocab_size = 50257, .block_size = 1024, .n_layer = 12, .n_head = 12, .n_embd = 768},
          512,
          1};
}

// A step of N processes in each network, and which part of the N-fold speed is left.
void print_row(int processes, Index rows, const ProcessTimes& times, int rounds,
               double work_alone) {
  fmt::print("{:9} {:6}", processes, rows);
  for (const NamedNetwork& n : networks) {
    const double step = step_seconds(times, rounds, processes, n.network).step;
    fmt::print("   {:9.2f} {:4.0f} %", 1e3 * step, 100 * work_alone / processes / step);
  }
  fmt::print("\n");
}

void print_head(const char* title) {
  fmt::print("\n{}\nprocesses   rows", title);
  for (const NamedNetwork& n : networks) fmt::print("{:>12}, ms {:>3}", n.name, "");
  fmt::print("\n");
}

// The same batch on more and more processes, until each has one row; then batches that grow with
// the processes.
void print_tables(const Workload& w, const std::vector<ProcessTimes>& times_of_rows) {
  const auto times = [&](Index rows) -> const ProcessTimes& {
    std::size_t i = 0;
    while ((w.at_once >> i) > rows) ++i;
    return times_of_rows[i];
  };
  const auto rounds = [&](Index rows) {
    return static_cast<int>((rows + w.at_once - 1) / w.at_once);
  };
  const Network none{1, 0, 0};
  const double all = step_seconds(times(w.batch), rounds(w.batch), 1, none).step;
  print_head(fmt::format("the same {} rows: step, and part of the N-fold speed", w.batch).c_str());
  for (const int n : counts) {
    if (n > w.batch) break;
    const Index rows = w.batch / n;
    print_row(n, rows, times(rows), rounds(rows), all);
  }
  const double one = step_seconds(times(w.at_once), 1, 1, none).step;
  print_head(fmt::format("{} rows for each", w.at_once).c_str());
  for (const int n : counts) print_row(n, w.at_once, times(w.at_once), 1, n * one);
}

void compare(const Workload& w, SteppedGpt& gpt, Processes& processes) {
  const int n = processes.size();
  const std::vector<Exchange> exchanges = measured_exchanges(processes);
  const Network network = fitted_network(exchanges);
  const Index rows = w.at_once / n;
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
  const double work = static_cast<double>(w.at_once) * flop_of_row(w.options);
  double bytes = 0;
  for (const BucketTime& bucket : times[0].buckets) bytes += bucket.bytes;
  if (speaks) {
    fmt::print(
        "\n{}: {:.3g} MB of gradients in {} buckets; {} rows of {} tokens: {:.3g} ms of\n"
        "forward and backward, {:.3g} GFLOP/s, and {:.3g} ms of update\n",
        w.name, bytes / 1e6, times[0].buckets.size(), w.at_once, w.options.block_size,
        1e3 * times[0].backward_end, work / times[0].backward_end / 1e9, 1e3 * times[0].update);
    fmt::print("the slowest of 8, 64, 512 such steps: {:.2f}, {:.2f}, {:.2f} of the median\n",
               slowest_of(all, 8), slowest_of(all, 64), slowest_of(all, 512));
  }
  if (processes.size() > 1) {
    compare(w, *gpt, processes);
    return;
  }
  print_tables(w, times);
  if (teraflops == 0) return;
  const double factor = teraflops * 1e12 / (work / times[0].backward_end);
  for (ProcessTimes& one : times) one = faster(one, factor);
  fmt::print("\n{}, processes of {} TFLOP/s, {:.0f} times as fast\n", w.name, teraflops, factor);
  print_tables(w, times);
}

void program(int argc, char** argv) {
  CommandLine cli(argc, argv, "Up to how many processes does it pay to train on more of them?");
  const bool quick = cli.flag("--quick", "the demo's sizes alone");
  const double teraflops =
      cli.number("--teraflops", 100, above(0), "of a process, in another table for GPT-2 small");
  cli.finish();
  const std::unique_ptr<Processes> processes = start_processes();
  if (processes->rank() == 0) fmt::print("{}\non {}\n", build_info(), processor());
  run(demo(), *processes, 0);
  if (!quick && processes->size() == 1) run(gpt2_small(), *processes, teraflops);
}

}  // namespace

int main(int argc, char** argv) { return run_program(argc, argv, program); }
