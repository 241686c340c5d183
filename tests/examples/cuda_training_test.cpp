// cuda_training_test.cpp: a GPT of the kind of each preset learns on a GPU what it learns on the
// cpu: the losses and the norms of the gradients of 100 steps are the same but for rounding.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "backend/device_array.h"
#include "gpt/training/train_run.h"
#include "gpt/training/train_settings.h"
#include "helpers.h"

namespace cuda_training_test {
namespace {

using namespace holo;

// A preset with few numbers, and few enough steps that its schedule comes to an end.
TrainSettings tiny(const std::string& preset) {
  TrainSettings s = preset_named(preset);
  s.model.n_embd = 16;
  s.model.n_head = 2;
  s.model.n_layer = 1;
  s.model.block_size = s.data.block_size = 8;
  s.batch = s.data.batch_size = preset == "microgpt" ? 1 : 3;
  s.steps = 100;
  s.warmup = s.warmup == 0 ? 0 : 5;
  s.seed = s.data.seed = 42;
  return s;
}

std::vector<StepResult> train(const TrainSettings& settings, Device device) {
  const OnDevice scope(device);
  const Dataset data(settings.data);
  Trainer trainer(settings, data);
  std::vector<StepResult> results;
  for (Index step = 0; step < settings.steps; ++step) results.push_back(trainer.train_step());
  return results;
}

}  // namespace

TEST_CASE("cuda training: 100 steps of each preset as on the cpu") {
  if (device_array::no_cuda()) return;
  // Adam divides by sqrt(v): a gradient that is nothing but rounding becomes a step.
  const double tolerance = sizeof(real) == sizeof(double) ? 1e-9 : 3e-3;
  for (const std::string& preset : preset_names()) {
    CAPTURE(preset);
    const TrainSettings settings = tiny(preset);
    const std::vector<StepResult> here = train(settings, Device::cpu);
    const std::vector<StepResult> there = train(settings, Device::cuda);
    double loss = 0, norm = 0;  // the largest differences
    for (std::size_t i = 0; i < here.size(); ++i) {
      loss = std::max(loss, std::fabs(there[i].loss / here[i].loss - 1));
      norm = std::max(norm, std::fabs(there[i].gradient_norm / here[i].gradient_norm - 1));
    }
    MESSAGE(preset, ": at most ", loss, " of a loss and ", norm, " of a norm of a gradient");
    CHECK(loss <= tolerance);
    CHECK(norm <= 3 * tolerance);
  }
}

}  // namespace cuda_training_test
