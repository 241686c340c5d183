// bench/train_step.cpp: training steps (forward, backward, AdamW) compared with PyTorch, when
// python3 has torch, or with another build; with their floor; microgpt with the same step by hand.
// bench_train_step [CASE...] [--threads 1] [--seconds S]: some cases only; only the best time of a
// step within S seconds, in seconds.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <functional>
#include <string>
#include <vector>

#include "backend/backend.h"
#include "bench/bench_table.h"
#include "bench/peak.h"
#include "bench/peers.h"
#include "bench/train_cases.h"
#include "holo/device.h"
#include "holo/threads.h"
#include "holo/version.h"
#include "support/command_line.h"

using namespace holo;

// Seconds of a step, the best of the readings of the clock; `steps` between two of them.
double best_of(const std::function<void()>& step, int steps, double seconds) {
  using Clock = std::chrono::steady_clock;
  double best = 1e30;
  const auto start = Clock::now();
  for (int n = 0; n == 0 || (!is_quick() && n < 4) ||
                  std::chrono::duration<double>(Clock::now() - start).count() < seconds;
       ++n) {
    const auto before = Clock::now();
    for (int i = 0; i < steps; ++i) step();
    backend_of(default_device()).synchronize();
    best = std::min(best, std::chrono::duration<double>(Clock::now() - before).count() / steps);
  }
  return best;
}

// Each step of microgpt has another document.
int steps_at_a_time(const std::string& name) { return !is_quick() && name == "microgpt" ? 200 : 1; }

// What the case is compared with: another build when BESIDE names one, the same step by hand, or
// every PyTorch that is here.
std::vector<Peer> peers_of(const std::string& name, const Case& c, int threads) {
  if (!other_build().empty()) return {build_peer(name, threads, 1)};
  if (c.by_hand) {
    const int steps = steps_at_a_time(name);
    return {{"by hand", [c, steps](std::string&) { return best_of(c.by_hand, steps, 1); }}};
  }
  return c.has_peer && !is_quick() ? torch_peers(name, threads, 1.5) : std::vector<Peer>();
}

// Ours and the peers in turn, three times: the machine changes while they run. The table has the
// fastest peer.
void run_case(const std::string& name, int threads) {
  set_num_threads(threads);
  const Case c = make_case(name);
  double ours = 1e30, peak = 0;
  std::vector<Peer> peers = peers_of(name, c, threads);
  for (int round = 0; round < (is_quick() ? 1 : 3); ++round) {
    ours = std::min(ours, best_of(c.step, steps_at_a_time(name), is_quick() ? 0 : 1));
    peak = std::max(peak, peak_of_default_device());
    if (round > 0 && !in_host_memory(default_device()))
      continue;  // a peer that compiles takes long
    for (Peer& peer : peers) measure(peer);
  }
  const Peer peer = fastest(peers);
  report({c.name, ours / c.units, c.unit, threads, peer.name, peer.best / c.units});
  if (c.tokens > 0) {
    report({c.name + ", throughput", c.tokens / ours * 1e-3, "ktok/s", threads, peer.name,
            peer.best > 0 ? c.tokens / peer.best * 1e-3 : 0, BenchRow::Better::larger});
  }
  if (c.flop > 0) report_beside_floor(c.name, ours, c.flop, threads, peak, c.units, c.unit);
}

void program(int argc, char** argv) {
  std::vector<std::string> names;
  std::vector<int> thread_counts = bench_thread_counts();
  double seconds = 0;
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    if (word == "--threads" && i + 1 < argc) {
      thread_counts = {std::atoi(argv[++i])};
    } else if (word == "--seconds" && i + 1 < argc) {
      seconds = std::atof(argv[++i]);
    } else {
      names.push_back(word);
    }
  }
  if (names.empty()) {
    names = {"a1", "a32", "b", "c", "gated", "holo", "microgpt"};
    if (!in_host_memory(default_device())) names = {"a32", "b", "c", "gpt2"};
  }
  if (seconds > 0) {
    set_num_threads(thread_counts.front());
    for (const std::string& name : names) {
      const double best = best_of(make_case(name).step, steps_at_a_time(name), seconds);
      fmt::print("{:.9g}\n", best);
    }
    return;
  }
  print_bench_heading("Training steps: forward, backward, AdamW; " + build_info());
  for (const MatmulPrecision precision : bench_precisions()) {
    if (precision != MatmulPrecision::fp32) set_matmul_precision(precision);
    for (const int threads : thread_counts) {
      for (const std::string& name : names) run_case(name, threads);
    }
  }
}

int main(int argc, char** argv) { return run_program(argc, argv, program); }
