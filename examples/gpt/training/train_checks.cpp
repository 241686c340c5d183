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

// "mpirun -np 4 or mpirun -np 6": of the numbers from 1 to `most` that fit, the nearest ones on
// both sides of `number`, as `advice` says them.
std::string nearest_that_fit(Index number, Index most, const std::function<bool(Index)>& fits,
                             const std::function<std::string(Index)>& advice) {
  Index below = std::min(number, most), above = below;
  while (below >= 1 && !fits(below)) --below;
  while (above <= most && !fits(above)) ++above;
  std::string text;
  if (below >= 1) text = advice(below);
  if (above <= most && above != below) text += (text.empty() ? "" : " or ") + advice(above);
  return text;
}

// Shards divide the batch, and processes the shards.
void check_shards(const TrainSettings& s) {
  const bool divide_batch = s.batch % s.shards == 0;
  if (divide_batch && s.shards % s.processes == 0) return;
  const std::string shards = nearest_that_fit(
      s.shards, s.batch, [&](Index n) { return s.batch % n == 0 && n % s.processes == 0; },
      [](Index n) { return fmt::format("--shards {}", n); });
  if (!divide_batch) {
    const std::string processes = nearest_that_fit(
        s.processes, s.batch, [&](Index n) { return s.batch % n == 0; },
        [](Index n) { return fmt::format("mpirun -np {} with --shards {}", n, n); });
    throw UsageError("--shards", fmt::format("{} of --batch {}", s.shards, s.batch),
                     "a divisor of the batch", shards.empty() ? processes : shards);
  }
  const std::string processes = nearest_that_fit(
      s.processes, s.shards, [&](Index n) { return s.shards % n == 0; },
      [](Index n) { return fmt::format("mpirun -np {}", n); });
  // The shards of a run that is resumed stay as they are.
  const bool fixed = shards.empty() || !s.resume.empty();
  throw UsageError("--shards", fmt::format("{} for {} processes", s.shards, s.processes),
                   "a multiple of the processes", processes + (fixed ? "" : ", or " + shards));
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
