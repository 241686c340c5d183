// train_settings.h: what train_gpt can be told: by flags, or by the checkpoint that it
// resumes; in this order, and then a preset. Not the training.
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
#include "see/training_memory.h"
#include "support/progress.h"

namespace holo {

struct TrainSettings {
  DatasetSettings data;         ///< block_size, batch_size and seed are those of below
  std::string tokenizer_file;   ///< a tokenizer to take instead of a new one; empty: none
  std::string saved_tokenizer;  ///< text of the one in the file of --resume or --init-from
  /// dropout_seed follows from the seed. vocab_size is that of a file that the run begins with, or
  /// 0: model_vocab_size() has the number then.
  GPTOptions model;

  Index batch = 0, steps = 0, warmup = 0;
  Index shards = 1;        ///< parts of a batch, each with a gradient of its own
  int processes = 1;       ///< that train together, see ranks.h
  int processes_here = 1;  ///< those of them on this machine
  std::string schedule;    ///< cosine, linear or constant
  double learning_rate = 0, min_learning_rate = 0, weight_decay = 0, beta1 = 0, beta2 = 0;
  double clip = 0;  ///< the largest norm of all gradients; 0: any
  std::int64_t seed = 0;

  Index threads = 0;  ///< 0: as OMP_NUM_THREADS says, or all
  Index eval_every = 0, eval_batches = 0, sample_every = 0, save_every = 0;  ///< 0: at the end
  Index samples = 0, sample_length = 0;
  SamplingOptions sampling;
  Index stop_after = 0;   ///< steps of this call; 0: all
  Index trace_steps = 1;  ///< steps that are recorded for --trace and --step
  /// Files; empty: none.
  std::string out, resume, init_from, log, plot, save_tokenizer, trace;
  bool keep_best = false;  ///< in the file of best_file.h
  bool allow_config_change = false, allow_other_data = false, allow_any_memory = false;
  std::string device;                     ///< of --device; empty: the usual one
  std::string matmul_precision = "fp32";  ///< fp32, or on cuda tf32 or bf16
  ProgressMode progress = ProgressMode::automatic;

  /// What a checkpoint keeps of the flags: see Kept.
  std::map<std::string, std::string> values;
};

/// The tokens of the model: as many as the tokenizer has, or more when its weights are those of a
/// file that has more.
inline Index model_vocab_size(const TrainSettings& settings, const Tokenizer& tokenizer) {
  return std::max(settings.model.vocab_size, Index{tokenizer.vocab_size()});
}

/// Reads the flags, of a run of so many processes. Of the checkpoint of --resume only what
/// Kept says is taken, and none of its names of files. Throws UsageError for a wrong
/// flag, or when that run was on files and `--data` names none; HelpRequested for --help; and Error
/// when the checkpoint cannot be read, or when flags change what it was trained with and
/// --allow-config-change is missing: with a list of them. `saved_run` reads the checkpoint.
TrainSettings read_train_settings(int argc, char** argv,
                                  SavedRun (*saved_run)(const std::string& path) = saved_run_in,
                                  int processes = 1);

/// names: the built-in names, learned in a few seconds. microgpt: the model and the training of
/// 07_microgpt, loss for loss up to rounding. nano: nanoGPT's settings for a CPU.
const std::vector<std::string>& preset_names();

/// REQUIRES: one of these names.
TrainSettings preset_named(const std::string& name);

/// Values of flags as text, by their names without dashes.
using FlagValues = std::map<std::string, std::string>;

enum class Kept {
  no,        ///< of one call: files to write, threads, where to stop
  shown,     ///< kept for messages, not read: names of training files, known by their hash
  compared,  ///< kept, not read: another value is another run
  display,   ///< kept and read; a resumed run may change it, since nothing learned depends on it
  learning,  ///< kept and read; --allow-config-change changes it
  raised,    ///< the same of a number that a resumed run may raise without it
  model      ///< kept and read; nothing changes it, since it makes another model
};

/// Each flag of train_gpt that has a value.
const std::map<std::string, Kept>& kept_flags();

/// What a checkpoint is to hold of the values of all flags.
FlagValues kept_settings(FlagValues values);

/// What is read of those of a checkpoint: a list of what may be, all else is passed over. Throws
/// Error for a name that is not a flag of train_gpt.
FlagValues settings_to_read(const SavedRun& run, const std::string& where);

/// Throws UsageError when the run was on files and none are given; the names that it kept are shown
/// and not opened.
void check_data_given(const SavedRun& run, bool given, const std::string& where);

/// Throws Error with a list of those of `values` that make another run, or another model.
void check_unchanged(const SavedRun& run, const FlagValues& values, bool allow_config_change,
                     const std::string& where);

/// The flags of train_gpt that make this model, as far as there are some.
FlagValues model_flags(const GPTOptions& model);

/// Takes over what no flag says: the number of tokens, heads of keys and values, the epsilon of the
/// norms, the base of rotary positions.
void take_what_has_no_flag(GPTOptions& model, const GPTOptions& saved);

/// Throws Error with a list of the flags that make another model than the saved one. With rotary
/// positions, which have no parameters, the context may be another.
void check_same_model(const GPTOptions& model, const GPTOptions& saved, const std::string& where);

/// Throws UsageError for settings that contradict each other.
void check_together(const TrainSettings& settings);

/// What training will need, from the options alone. Warns on stderr when memory is short for the
/// programs on this machine that train together. Throws UsageError when it clearly does not
/// suffice, unless --allow-any-memory.
TrainingMemory check_memory(const TrainSettings& settings, Index vocab_size);

/// Before that model is made: flags that a checkpoint kept may speak of another one than its
/// numbers. Throws Error then.
void check_same_size(GPTOptions model, const GPTOptions& saved, const std::string& where);

}  // namespace holo
