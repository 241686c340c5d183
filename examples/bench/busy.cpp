// bench/busy.cpp: training steps while another process keeps one core busy, with one thread and
// with all: sharing loops with a thread that has no core must not stall them.
#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <csignal>
#include <functional>
#include <memory>
#include <string>

#include "bench/bench_table.h"
#include "bench/train_cases.h"
#include "holo/build_info.h"
#include "holo/check.h"
#include "holo/nn/mlp.h"
#include "holo/ops.h"
#include "holo/threads.h"
#include "support/command_line.h"

using namespace holo;

namespace {

// A process that does nothing, all the time; at its end, or after five minutes, it is gone.
class BusyProcess {
 public:
  BusyProcess() : id_(fork()) {
    if (id_ != 0) return;
    alarm(300);
    for (std::atomic<unsigned> turns = 0;;) ++turns;
  }
  ~BusyProcess() {
    if (id_ < 0) return;
    kill(id_, SIGKILL);
    waitpid(id_, nullptr, 0);
  }
  BusyProcess(const BusyProcess&) = delete;
  BusyProcess& operator=(const BusyProcess&) = delete;
  bool runs() const { return id_ > 0; }

 private:
  pid_t id_;
};

// A layer as small as those of chapter 11: 1024 points, 2 to 32 to 2 numbers.
std::function<void()> mlp_step() {
  PythonRandom random(1);
  auto model = std::make_shared<MLP>(2, "relu", random, MLPOptions{.expansion_factor = 16});
  const Shape points{quick_size(1024, 8), 2};
  const Tensor x = normal(points, CounterRandom(7)), y = normal(points, CounterRandom(8));
  return training(model, [model, x, y] { return mse((*model)(x), y); });
}

// Seconds of a step, the mean over some time: here a stall counts.
double mean_seconds(const std::function<void()>& step, int threads) {
  using Clock = std::chrono::steady_clock;
  set_num_threads(threads);
  const auto start = Clock::now();
  const auto passed = [start] {
    return std::chrono::duration<double>(Clock::now() - start).count();
  };
  int steps = 0;
  for (; steps == 0 || (!is_quick() && passed() < 2); ++steps) step();
  return passed() / steps;
}

// Both in turn, since what else runs on the machine changes.
void compare(const std::string& name, const std::function<void()>& step, int threads) {
  double one = 1e30, all = 1e30;
  for (int round = 0; round < 3; ++round) {
    one = std::min(one, mean_seconds(step, 1));
    all = std::min(all, mean_seconds(step, threads));
  }
  report({name + ", busy core", all * 1e3, "ms", threads, "one thread", one * 1e3});
}

}  // namespace

static void program(int, char**) {
  const int threads = is_quick() ? 2 : num_threads();
  print_bench_heading("Training steps next to a process that keeps one core busy; " + build_info());
  if (threads == 1) return;
  const BusyProcess busy;
  if (!busy.runs()) throw Error("bench_busy", "no second process", "one that keeps a core busy");
  compare("MLP 2-32-2, 1024 points", mlp_step(), threads);
  for (const char* const name : {"a32", "b"}) {
    compare(std::string("GPT ") + name, make_case(name).step, threads);
  }
}

int main(int argc, char** argv) { return run_program(argc, argv, program); }
