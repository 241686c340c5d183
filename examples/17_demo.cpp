// 17_demo: trains a tiny GPT on names, and prints names of its own; `make demo` runs it. The loop
// is the one in every book; around it are progress, validation, checkpoints, Ctrl-C, a loss curve.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "gpt/dataset.h"
#include "gpt/saved_run.h"
#include "gpt/terminal.h"
#include "gpt/training_log.h"
#include "holo/check.h"
#include "holo/checkpoint.h"
#include "holo/device.h"
#include "holo/nn/feed_forward.h"
#include "holo/nn/gpt.h"
#include "holo/ops.h"
#include "holo/optim.h"
#include "holo/optim_schedule.h"
#include "holo/sampling.h"
#include "holo/threads.h"
#include "support/command_line.h"
#include "support/output/output_files.h"
#include "support/plots/plot.h"
#include "support/progress.h"

using namespace holo;

struct Flags {
  Index steps, threads;
  std::int64_t seed;
  std::string data, ffn, out, curve;
};

Flags read_flags(int argc, char** argv) {
  CommandLine cli(argc, argv, "Trains a tiny GPT on names, and prints names of its own.");
  Flags f;
  f.steps = cli.integer("--steps", 2000, 1, 1'000'000'000, "training steps");
  f.data = cli.text("--data", "", "FILE", "names, one a line; without it the built-in ones");
  f.ffn = cli.choice("--ffn", "swiglu", feed_forward_names(), "feed-forward layer");
  f.seed = cli.integer("--seed", 42, 0, std::int64_t{1} << 62, "seed of the random numbers");
  f.threads = cli.integer("--threads", 0, 0, 4096, "0: all, or OMP_NUM_THREADS");
  f.out = cli.text("--out", "build/demo/names.safetensors", "FILE", "checkpoint");
  cli.finish();

  std::filesystem::path path(f.out);
  if (path.extension() != ".safetensors") {
    throw UsageError("--out", f.out, "a name that ends with .safetensors");
  }
  f.curve = path.replace_extension(".svg").string();
  std::error_code none;  // check_output() says what is wrong
  std::filesystem::create_directories(path.parent_path(), none);
  check_output(f.out, FileKind::model, "--out");
  check_output(f.curve, FileKind::plot, "--out");
  if (!f.data.empty()) check_apart({{"--out", f.out}, {"--out", f.curve}}, {{"--data", f.data}});
  if (std::filesystem::exists(f.curve) && !std::filesystem::exists(f.out)) {
    throw Error(f.curve, "exists, and is not the curve of a model next to it",
                "a name for --out whose .svg is free");
  }
  return f;
}

// The mean of -log p(token) over the validation documents.
double validation_loss(GPT& model, const Dataset& names) {
  const NoGrad no_grad;
  double sum = 0, count = 0;
  for (const TokenBatch& batch : names.validation_batches(100)) {  // at most 100 batches
    const auto targets = static_cast<double>(batch.target_count);
    sum += targets * cross_entropy(model(batch.tokens), batch.targets).item();
    count += targets;
  }
  return sum / count;
}

// What a checkpoint says of the run besides the numbers: sample_gpt and export_gpt read it, and
// train_gpt, which can continue the run. The settings are flags of train_gpt.
SavedRun describe(const Flags& flags, const Dataset& names, const GPTOptions& model, Index warmup) {
  return {.model = model,
          .tokenizer = names.tokenizer().to_text(),
          .settings = {{"preset", "names"},
                       {"steps", std::to_string(flags.steps)},
                       {"warmup", std::to_string(warmup)},
                       {"ffn", flags.ffn},
                       {"seed", std::to_string(flags.seed)},
                       {"device", device_name(default_device())},
                       {"data", flags.data}},
          .step = 0,
          .data_hash = names.hash()};
}

void print_names(GPT& model, const Dataset& names, PythonRandom& random) {
  const Index bos = names.tokenizer().bos();  // the token before and after each name
  int known = 0;
  for (int i = 1; i <= 20; ++i) {
    const std::vector<Index> tokens =  // at most 100 tokens
        generate(model, {bos}, 100, bos, {.temperature = 0.8}, random);
    const std::string name = names.tokenizer().decode({tokens.begin(), tokens.end()});
    const bool is_known = names.is_in_training(name);
    known += is_known;
    fmt::print("{:2}. {}{}\n", i, printable(name), is_known ? " *" : "");
  }
  fmt::print("{} of 20 are in the training data (*)\n", known);
}

void program(int argc, char** argv) {
  const Flags flags = read_flags(argc, argv);
  if (flags.threads > 0) set_num_threads(static_cast<int>(flags.threads));

  // The names in two parts, to train on and to validate with; their letters are the tokens.
  DatasetSettings data{.block_size = 16, .batch_size = 64, .seed = flags.seed};
  if (!flags.data.empty()) data.files = {flags.data};
  const Dataset names(data);
  for (const std::string& warning : names.warnings()) print_warning(warning);
  fmt::print("{} training documents, {} validation documents, a vocabulary of {} tokens\n",
             names.train_rows(), names.validation_rows(), names.tokenizer().vocab_size());

  const GPTOptions options{.vocab_size = names.tokenizer().vocab_size(),
                           .block_size = 16,
                           .n_layer = 2,
                           .n_head = 4,
                           .n_embd = 64,
                           .ffn = flags.ffn,
                           .norm = Norm::rms,
                           .bias = false,
                           .tied = false};
  PythonRandom random = names.weight_generator(flags.seed);
  GPT model(options, random);
  fmt::print("{} parameters: {} blocks of {} channels, {}, a context of {} tokens\n",
             model.parameter_count(), options.n_layer, options.n_embd, options.ffn,
             options.block_size);

  // The learning rate rises in a straight line and falls along half a cosine.
  const Index warmup = std::min<Index>(100, flags.steps / 10);
  const CosineSchedule learning_rate(3e-3, flags.steps, warmup, 3e-4);
  AdamW optimizer(weight_decay_groups(model, 0.1), 3e-3, {.beta1 = 0.9, .beta2 = 0.99});

  SavedRun run = describe(flags, names, options, warmup);
  check_can_save_checkpoint(flags.out, model, optimizer, metadata_of(run));
  flush_output();
  TrainingLog log;
  Progress progress(flags.steps);
  const Interrupt interrupt;

  for (Index step = 0; step < flags.steps; ++step) {
    const TokenBatch batch = names.batch(step);
    optimizer.set_learning_rate(learning_rate(step));
    optimizer.zero_grad();
    const Tensor loss = cross_entropy(model(batch.tokens), batch.targets);
    loss.backward();
    clip_grad_norm(optimizer.parameters(), 1);
    optimizer.step();

    run.step = step + 1;
    LogRow row{.step = run.step, .loss = loss.item()};
    progress.update(run.step, row.loss);
    const bool stops = interrupt.signal() != 0;  // Ctrl-C
    if (stops || run.step % 500 == 0 || run.step == flags.steps) {
      save_checkpoint(flags.out, model, optimizer, metadata_of(run));
      row.validation_loss = validation_loss(model, names);
      progress.finish();
      fmt::print("step {}: validation loss {:.4f}\n", run.step, row.validation_loss);
      flush_output();
    }
    log.add(row);
    if (stops) break;
  }

  write_file(flags.curve, log.curve_svg("Training"));
  if (run.step < flags.steps) {
    const std::string text = flags.data.empty() ? "" : " --data " + shell_word(flags.data);
    const auto tool = std::filesystem::path(argc > 0 ? argv[0] : "").replace_filename("train_gpt");
    fmt::print("stopped after step {}. To continue: make gpt, then {} --resume {}{}\n", run.step,
               shell_word(tool.string()), shell_word(flags.out), text);
    throw Interrupted{interrupt.signal()};
  }
  fmt::print("{} steps in {:.1f} s\n", run.step, progress.seconds());
  fmt::print("training loss {} {:.4f}\n", log.sparkline(), log.rows().back().loss);
  print_names(model, names, random);
  fmt::print("wrote {}\nwrote {}\n", flags.out, flags.curve);
}

int main(int argc, char** argv) { return run_program(argc, argv, program); }
