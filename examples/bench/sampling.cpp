// bench/sampling.cpp: text token by token, of a model that fits no cache: each token reads all
// weights once, so a machine cannot be faster than its memory; and of small models.
// bench_sampling [THREADS]
#include <algorithm>
#include <cstdlib>

#include "bench/beside_copy.h"
#include "gpt/training/train_settings.h"
#include "holo/build_info.h"
#include "holo/nn/gpt.h"
#include "holo/sampling.h"
#include "support/command_line.h"

using namespace holo;

// About 100 million weights, in the proportions of small open models.
static GPTOptions model_of(const std::string& ffn, bool grouped) {
  GPTOptions options;
  options.n_layer = quick_size(12, 1);
  options.n_embd = quick_size(768, 24);
  options.n_head = 12;
  if (grouped) options.n_head_kv = 4;
  options.vocab_size = quick_size(16384, 64);
  options.block_size = 256;
  options.ffn = ffn;
  options.positions = Positions::rotary;
  return options;
}

static void tokens(const std::string& name, const GPTOptions& options) {
  PythonRandom random(42);
  GPT model(options, random);
  model.eval();
  const NoGrad no_grad;
  GPTCache cache;
  model(Indices({1, 2}, {1, 2}), cache);
  const GPTCache begun = cache;
  const Index weights = model.parameter_count();
  memory_row(
      fmt::format("a token, {}, {:.0f} M weights", name, static_cast<double>(weights) * 1e-6), 1,
      weights, [&] {
        cache = begun;
        model(Indices({1, 1}, {3}), cache);
      });
}

// Texts as long as a block of a preset of train_gpt, a token: forward, and the draw.
static void small(const std::string& preset) {
  GPTOptions options = preset_named(preset).model;
  options.vocab_size = 27;
  options.block_size = quick_size(options.block_size, 2);
  PythonRandom random(42);
  GPT model(options, random);
  const Index count = options.block_size;
  double seconds = 1e30;
  for (int round = 0; round < (is_quick() ? 1 : 5); ++round) {
    seconds = std::min(seconds, best_seconds([&] { generate(model, {0}, count, {}, {}, random); }));
  }
  const double us = 1e6 / static_cast<double>(count);
  report({"a token, preset " + preset, seconds * us, "us", num_threads()});
}

static void program(int argc, char** argv) {
  if (argc > 1) set_num_threads(std::atoi(argv[1]));
  print_bench_heading("Sampling; " + build_info());
  for (const std::string& preset : preset_names()) small(preset);
  tokens("gelu", model_of("gelu", false));
  tokens("swiglu, 4 heads of keys", model_of("swiglu", true));
}

int main(int argc, char** argv) { return run_program(argc, argv, program); }
