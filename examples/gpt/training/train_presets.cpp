// train_presets.cpp: the numbers of the presets.
#include "gpt/training/train_presets.h"

namespace holo {
namespace {

// What the built-in names are learned with in a few seconds.
TrainSettings names_preset() {
  TrainSettings s;
  s.model = {.block_size = 16,
             .n_layer = 2,
             .n_head = 4,
             .n_embd = 64,
             .ffn = "swiglu",
             .norm = Norm::rms,
             .bias = false,
             .tied = false};
  s.batch = 64;
  s.steps = 2000;
  s.schedule = "cosine";
  s.warmup = 100;
  s.learning_rate = 3e-3;
  s.min_learning_rate = 3e-4;
  s.weight_decay = 0.1;
  s.beta1 = 0.9;
  s.beta2 = 0.99;
  s.clip = 1;
  s.eval_every = 500;
  s.eval_batches = 100;
  s.samples = 20;
  s.sample_length = 200;
  s.sampling.temperature = 0.8;
  return s;
}

// The training of 07_microgpt: one document a step, in a straight line to a rate of 0.
TrainSettings microgpt_preset() {
  TrainSettings s = names_preset();
  s.model = microgpt_options(1);
  s.batch = 1;
  s.steps = 1000;
  s.schedule = "linear";
  s.warmup = 0;
  s.learning_rate = 0.01;
  s.min_learning_rate = 0;
  s.weight_decay = 0;
  s.beta1 = 0.85;
  s.clip = 0;
  s.data.validation = 0;
  s.data.shuffle = false;
  s.sampling.temperature = 0.5;
  return s;
}

// nanoGPT's settings for a CPU.
TrainSettings nano_preset() {
  TrainSettings s = names_preset();
  s.model = nano_options(1);
  s.model.bias = false;
  s.batch = 12;
  s.learning_rate = 1e-3;
  s.min_learning_rate = 1e-4;
  s.eval_every = 250;
  s.eval_batches = 20;
  return s;
}

}  // namespace

const std::vector<std::string>& preset_names() {
  static const std::vector<std::string> names = {"names", "microgpt", "nano"};
  return names;
}

TrainSettings preset_named(const std::string& name) {
  if (name == "nano") return nano_preset();
  return name == "microgpt" ? microgpt_preset() : names_preset();
}

}  // namespace holo
