// train_settings.h: what train_gpt can be told: by flags, or by the checkpoint that it resumes; in
// this order, and then a preset. Not the training.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "gpt/dataset.h"
#include "gpt/saved_run.h"
#include "holo/nn/gpt_options.h"
#include "holo/sampling.h"
#include "holo/tokenizer.h"
#include "support/progress.h"

namespace holo {

/// What a checkpoint keeps of a flag, and what of it a resumed run reads. A checkpoint may come
/// from anywhere: only what describes the model and how it learns is read from it. Where to write,
/// which text to open, on how many threads and on which device is said by the command line alone.
enum class Kept {
  no,          ///< of one call: files to write, threads, where to stop
  shown,       ///< kept for readers, not read: names of training files, device, precision
  changeable,  ///< kept and read; a resumed run may change it
  learning,    ///< kept and read; another value is another run
  model        ///< kept, and read from what the file says of its model; nothing changes it
};

/// Each flag of train_gpt, without its dashes.
const std::map<std::string, Kept>& kept_flags();

/// Without a flag: the preset names.
struct TrainSettings {
  DatasetSettings data;         ///< block_size, batch_size and seed are those of below
  std::string tokenizer_file;   ///< a tokenizer to take instead of a new one; empty: none
  std::string saved_tokenizer;  ///< text of the one in the file of --resume or --init-from
  /// dropout_seed follows from the seed. vocab_size is that of a file that the run begins with, or
  /// 0: model_vocab_size() has the number then.
  GPTOptions model = {.block_size = 16,
                      .n_layer = 2,
                      .n_head = 4,
                      .n_embd = 64,
                      .ffn = "swiglu",
                      .norm = Norm::rms,
                      .bias = false,
                      .tied = false};

  Index batch = 64, steps = 2000, warmup = 100;
  Index shards = 1;                 ///< parts of a batch, each with a gradient of its own
  int processes = 1;                ///< that train together, see ranks.h
  int processes_here = 1;           ///< those of them on this machine
  std::string schedule = "cosine";  ///< or linear, or constant
  double learning_rate = 3e-3, min_learning_rate = 3e-4, weight_decay = 0.1;
  double beta1 = 0.9, beta2 = 0.99;
  double clip = 1;  ///< the largest norm of all gradients; 0: any
  std::int64_t seed = 42;

  Index threads = 0;  ///< 0: as OMP_NUM_THREADS says, or all
  Index eval_every = 500, eval_batches = 100;
  Index save_every = 0;  ///< 0: at the end
  Index samples = 20, sample_length = 200;
  SamplingOptions sampling = {.temperature = 0.8};
  Index stop_after = 0;   ///< steps of this call; 0: all
  Index trace_steps = 1;  ///< steps that are recorded for --trace and --step
  /// Files; empty: none.
  std::string out, resume, init_from, log, plot, trace;
  bool allow_any_memory = false;
  std::string device;                     ///< of --device; empty: the usual one
  std::string matmul_precision = "fp32";  ///< fp32, or on cuda tf32 or bf16
  ProgressMode progress = ProgressMode::automatic;

  /// What a checkpoint keeps of the flags, by their names without dashes: see Kept.
  std::map<std::string, std::string> values;
};

/// names: the built-in names, learned in a few seconds. microgpt: the model and the training of
/// 07_microgpt, loss for loss up to rounding. nano: nanoGPT's settings for a CPU.
const std::vector<std::string>& preset_names();

/// REQUIRES: one of these names.
TrainSettings preset_named(const std::string& name);

/// The tokens of the model: as many as the tokenizer has, or more when its weights are those of a
/// file that has more.
inline Index model_vocab_size(const TrainSettings& settings, const Tokenizer& tokenizer) {
  return std::max(settings.model.vocab_size, Index{tokenizer.vocab_size()});
}

/// Reads the flags, of a run of so many processes. Of the checkpoint of --resume only what Kept
/// says is taken, and none of its names of files. Throws UsageError for a wrong flag, for settings
/// that contradict each other, or when that run was on files and `--data` names none; HelpRequested
/// for --help; and Error, with a list of the flags, when they change what the checkpoint was
/// trained with, or make another model than that of --init-from. `saved_run` reads the checkpoint.
TrainSettings read_train_settings(int argc, char** argv,
                                  SavedRun (*saved_run)(const std::string& path) = saved_run_in,
                                  int processes = 1);

/// Throws UsageError for settings that contradict each other.
void check_together(const TrainSettings& settings);

}  // namespace holo
