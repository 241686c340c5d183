// bench/trainer.cpp: what train_gpt adds to forward, backward and optimizer: batches, learning
// rate, the norm of the gradients, checks. bench_trainer [--threads 1]
#include <fmt/format.h>

#include <chrono>
#include <cstdlib>
#include <string>
#include <vector>

#include "bench/bench_table.h"
#include "gpt/training/trainer.h"
#include "holo/build_info.h"
#include "holo/threads.h"
#include "support/command_line.h"

using namespace holo;

namespace {

double now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

TrainSettings settings_of(const std::string& name) {
  const bool nano = name == "nano";
  const char* const batch = is_quick() ? "2" : nano ? "12" : "64";
  std::vector<std::string> words = {"bench_trainer", "--preset", name};
  for (const char* const word : {"--format", nano ? "text" : "lines", "--batch", batch}) {
    words.emplace_back(word);
  }
  if (is_quick()) {
    for (const char* const word : {"--n-layer", "1", "--n-embd", "16", "--block-size", "8"}) {
      words.emplace_back(word);
    }
  }
  std::vector<char*> argv;
  for (std::string& word : words) argv.push_back(word.data());
  return read_train_settings(static_cast<int>(argv.size()), argv.data());
}

// Whole steps of the trainer and bare ones over the same batches, in turn, so that both see the
// same machine.
void compare(const std::string& name, int threads) {
  set_num_threads(threads);
  const TrainSettings settings = settings_of(name);
  const Dataset dataset(settings.data);
  Trainer whole(settings, dataset), bare(settings, dataset);
  AdamW optimizer(weight_decay_groups(bare.model(), settings.weight_decay), 1e-4,
                  AdamWOptions{.beta1 = settings.beta1, .beta2 = settings.beta2});
  double whole_seconds = 0, bare_seconds = 0, tokens = 0;
  for (Index step = 0; step == 0 || (!is_quick() && whole_seconds + bare_seconds < 6); ++step) {
    const TokenBatch batch = dataset.batch(step);
    const double start = now();
    tokens += static_cast<double>(whole.train_step().tokens);
    const double between = now();
    optimizer.zero_grad();
    bare.model().loss(batch.tokens, batch.targets).backward();
    optimizer.step();
    whole_seconds += between - start;
    bare_seconds += now() - between;
  }
  fmt::print("{:8} {} thread{}  {:9.0f} tokens/s  {:5.1f} % in forward, backward, optimizer\n",
             name, threads, threads == 1 ? " " : "s", tokens / whole_seconds,
             100 * bare_seconds / whole_seconds);
}

void program(int argc, char** argv) {
  const int all = argc == 3 ? std::atoi(argv[2]) : num_threads();
  fmt::print("\nThe trainer around a step; {}\non {}\n", build_info(), bench_machine());
  for (const char* name : {"names", "nano"}) {
    compare(name, 1);
    if (all > 1) compare(name, all);
  }
}

}  // namespace

int main(int argc, char** argv) { return run_program(argc, argv, program); }
