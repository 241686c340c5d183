// bench/train_step.cpp: training steps (forward, backward, AdamW) beside PyTorch, when python3 has
// torch, or beside another build; and beside their floor. bench_train_step [CASE...] [--threads 1]
// [--profile] [--seconds S]: some cases only; where their time goes; only the best time of a step
// within S seconds, in seconds, and the level of the kernels.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <functional>
#include <string>
#include <vector>

#include "bench/bench_table.h"
#include "bench/other_build.h"
#include "bench/peak.h"
#include "bench/torch_peer.h"
#include "bench/train_cases.h"
#include "holo/build_info.h"
#include "holo/device.h"
#include "holo/memory.h"
#include "holo/profiler.h"
#include "holo/threads.h"
#include "support/command_line.h"

using namespace holo;

// Seconds of a step, the best of the readings of the clock; `steps` between two of them.
double best_of(const std::function<void()>& step, int steps, double seconds) {
  using Clock = std::chrono::steady_clock;
  double best = 1e30;
  const auto start = Clock::now();
  for (int n = 0; n < 4 || std::chrono::duration<double>(Clock::now() - start).count() < seconds;
       ++n) {
    const auto before = Clock::now();
    for (int i = 0; i < steps; ++i) step();
    best = std::min(best, std::chrono::duration<double>(Clock::now() - before).count() / steps);
  }
  return best;
}

int steps_at_a_time(const std::string& name) {
  return name == "names" ? 200 : 1;  // each step of these has other documents
}

// The seconds of a step of the peer, 0 without one; `peer` becomes its name.
double seconds_of_peer(const std::string& name, const Case& c, int threads, std::string& peer) {
  if (!other_build().empty()) return seconds_of_other_build(name, threads, 1, peer);
  if (!c.has_peer) return 0;
  std::string version;
  const double seconds = peer_seconds(name, threads, 1.5, version);
  peer = "PyTorch " + version;
  return seconds;
}

// Ours and the peer in turn, three times: the machine changes while they run.
void run_case(const std::string& name, int threads) {
  set_num_threads(threads);
  const Case c = make_case(name);
  double ours = 1e30, theirs = 0, peak = 0;
  std::string peer;
  for (int round = 0; round < 3; ++round) {
    ours = std::min(ours, best_of(c.step, steps_at_a_time(name), 1));
    peak = std::max(peak, peak_of_one_core());
    const double seconds = seconds_of_peer(name, c, threads, peer);
    if (seconds > 0) theirs = theirs == 0 ? seconds : std::min(theirs, seconds);
  }
  report({c.name, ours / c.units, c.unit, threads, peer, theirs / c.units});
  if (c.tokens > 0) {
    report({c.name + ", throughput", c.tokens / ours * 1e-3, "ktok/s", threads, peer,
            theirs > 0 ? c.tokens / theirs * 1e-3 : 0, BenchRow::Better::larger});
  }
  if (c.flop > 0) report_beside_floor(c.name, ours, c.flop, threads, peak, c.units, c.unit);
}

void profile(const std::string& name) {
  const Case c = make_case(name);
  for (int i = 0; i < 5; ++i) c.step();
  const auto start = std::chrono::steady_clock::now();
  Profiler profiler;
  int steps = 0;
  while (std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count() < 1) {
    c.step();
    profiler.mark("optimizer and zero_grad");
    ++steps;
  }
  fmt::print("\nwhere the time of {} goes, {} steps; {}\n{}", name, steps,
             memory_stats().to_string(), profiler.to_text());
}

void program(int argc, char** argv) {
  std::vector<std::string> names;
  std::vector<int> thread_counts = {1};
  if (num_threads() > 1) thread_counts.push_back(num_threads());
  bool only_profile = false;
  double seconds = 0;
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    if (word == "--profile") {
      only_profile = true;
    } else if (word == "--threads" && i + 1 < argc) {
      thread_counts = {std::atoi(argv[++i])};
    } else if (word == "--seconds" && i + 1 < argc) {
      seconds = std::atof(argv[++i]);
    } else {
      names.push_back(word);
    }
  }
  if (names.empty()) names = {"a1", "a32", "b", "c", "gated", "holo", "names"};
  if (seconds > 0) {
    set_num_threads(thread_counts.front());
    for (const std::string& name : names) {
      const double best = best_of(make_case(name).step, steps_at_a_time(name), seconds);
      fmt::print("{:.9g} {}\n", best, cpu_level());
    }
    return;
  }
  if (!only_profile) {
    print_bench_heading("Training steps: forward, backward, AdamW; " + build_info());
    for (const int threads : thread_counts) {
      for (const std::string& name : names) run_case(name, threads);
    }
  }
  set_num_threads(thread_counts.front());
  for (const std::string& name : names) profile(name);
}

int main(int argc, char** argv) { return run_program(argc, argv, program); }
