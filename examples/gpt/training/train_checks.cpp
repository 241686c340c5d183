// train_checks.cpp: what no single flag of train_gpt can say wrong, but several together; and the
// memory that they need.
#include "gpt/training/train_settings.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <string>

#include "backend/backend.h"
#include "base/memory_limit.h"
#include "gpt/gpt_flags.h"
#include "holo/check.h"
#include "holo/device.h"
#include "support/command_line.h"

namespace holo {
namespace {

// The largest number up to `most` that fits; 0 when none does.
Index largest_that_fits(Index most, const std::function<bool(Index)>& fits) {
  while (most > 0 && !fits(most)) --most;
  return most;
}

// Shards divide the batch, and processes the shards.
void check_shards(const TrainSettings& s) {
  const bool divide_batch = s.batch % s.shards == 0;
  if (divide_batch && s.shards % s.processes == 0) return;
  // The shards of a run that is resumed stay as they are.
  const bool fixed = divide_batch && !s.resume.empty();
  const Index shards = largest_that_fits(fixed ? 0 : std::min(s.shards, s.batch), [&](Index n) {
    return s.batch % n == 0 && n % s.processes == 0;
  });
  const Index processes = largest_that_fits(
      s.processes, [&](Index n) { return (divide_batch ? s.shards : s.batch) % n == 0; });
  const std::string advice =
      shards > 0     ? fmt::format("--shards {}", shards)
      : divide_batch ? fmt::format("mpirun -np {}", processes)
                     : fmt::format("mpirun -np {} with --shards {}", processes, processes);
  throw UsageError("--shards",
                   divide_batch ? fmt::format("{} for {} processes", s.shards, s.processes)
                                : fmt::format("{} of --batch {}", s.shards, s.batch),
                   divide_batch ? "a multiple of the processes" : "a divisor of the batch", advice);
}

void check_keep_best(const TrainSettings& s) {
  if (s.out.empty()) {
    throw UsageError("--keep-best", "no file to save to", "--out too", "--out gpt.safetensors");
  }
  if (s.data.validation == 0) {
    throw UsageError("--keep-best", "with --validation 0", "a part of the data for validation",
                     "--validation 0.1");
  }
  if (s.eval_every == 0) {
    throw UsageError("--keep-best", "with --eval-every 0", "validations on the way",
                     "--eval-every 500");
  }
}

}  // namespace

void check_together(const TrainSettings& s) {
  if (s.schedule == "cosine" && s.warmup > s.steps) {
    throw UsageError("--warmup", fmt::format("{} of {} steps", s.warmup, s.steps),
                     "at most --steps", fmt::format("--warmup {}", s.steps / 10));
  }
  if (s.schedule != "cosine" && s.warmup > 0) {
    throw UsageError("--warmup", fmt::format("{} with --schedule {}", s.warmup, s.schedule),
                     "--schedule cosine, which alone has one");
  }
  if (s.schedule != "constant" && s.min_learning_rate > s.learning_rate) {
    throw UsageError("--min-lr",
                     fmt::format("{} above --lr {}", s.min_learning_rate, s.learning_rate),
                     "at most --lr", fmt::format("--min-lr {:.3g}", s.learning_rate / 10));
  }
  if (s.save_every > 0 && s.out.empty()) {
    throw UsageError("--save-every", "no file to save to", "--out too", "--out gpt.safetensors");
  }
  if (s.keep_best) check_keep_best(s);
  check_shards(s);
  GPTOptions model = s.model;
  model.vocab_size = 1;  // the data will tell
  check_flags([&] { check_gpt_options(model); }, s.resume);
}

TrainingMemory check_memory(const TrainSettings& settings, Index vocab_size) {
  GPTOptions options = settings.model;
  options.vocab_size = vocab_size;
  const TrainingMemory need = training_memory(options, settings.batch, settings.shards);
  if (settings.allow_any_memory) return need;
  const MemoryLimit limit = backend_of(default_device()).memory_limit();
  const int programs = settings.processes_here;
  const std::string warning = check_training_memory(
      need, limit.bytes / programs,
      programs == 1 ? limit.source : fmt::format("{}, for {} processes", limit.source, programs),
      "a smaller --batch, --block-size, --n-embd or --n-layer; or --allow-any-memory");
  if (!warning.empty()) print_warning(warning);
  return need;
}

}  // namespace holo
