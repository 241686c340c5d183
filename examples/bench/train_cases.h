// train_cases.h: the training steps that train_step.cpp times: forward, backward, AdamW.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "bench/bench_table.h"
#include "bench/microgpt_by_hand.h"
#include "gpt/dataset.h"
#include "gpt/training/train_run.h"
#include "gpt/training/train_settings.h"
#include "holo/creation.h"
#include "holo/nn/gpt.h"
#include "holo/nn/holo_gate_flow.h"
#include "holo/nn/mlp.h"
#include "holo/optim.h"

namespace holo {

/// A training step to be timed.
struct Case {
  std::string name;
  double units = 1e-3;      ///< seconds of a step are divided by these
  std::string unit = "ms";  ///< or "us/doc"
  double flop = 0;  ///< multiplications and additions of the matrix products of a step; 0: not told
  double tokens = 0;  ///< of a step of a GPT; 0: not told
  bool has_peer = true;
  std::function<void()> step;
  std::function<void()> by_hand = {};  ///< the same step in plain loops; may be empty
};

inline Indices random_tokens(const Shape& shape, Index vocab, PythonRandom& random) {
  std::vector<Index> tokens(static_cast<std::size_t>(shape.numel()));
  for (Index& token : tokens) {
    token = static_cast<Index>(random.randbelow(static_cast<std::uint64_t>(vocab)));
  }
  return Indices(shape, std::move(tokens));
}

// forward, backward, AdamW over one batch
template <class Model>
std::function<void()> training(std::shared_ptr<Model> model, std::function<Tensor()> loss) {
  auto optimizer =
      std::make_shared<AdamW>(model->parameters(), 1e-6, AdamWOptions{0.9, 0.99, 1e-8, 0.1});
  return [model, optimizer, loss] {
    optimizer->zero_grad();
    loss().backward();
    optimizer->step();
  };
}

// Forward, and twice as much back, for each token: a multiply-add for each weight of a product, and
// two products of attention, of which nothing is left out.
inline double gpt_flop(const GPTOptions& o, Index batch) {
  const Index C = o.n_embd;
  const Index multiply_adds = o.n_layer * (12 * C * C + 2 * o.block_size * C) + o.vocab_size * C;
  return 6 * static_cast<double>(batch * o.block_size * multiply_adds);
}

inline Case gpt_case(const std::string& name, GPTOptions options, Index batch) {
  batch = quick_size(batch, 2);
  options.vocab_size = quick_size(options.vocab_size, 27);
  options.block_size = quick_size(options.block_size, 8);
  options.n_layer = quick_size(options.n_layer, 1);
  options.n_head = quick_size(options.n_head, 2);
  options.n_embd = quick_size(options.n_embd, 16);
  PythonRandom random(1);
  auto model = std::make_shared<GPT>(options, random);
  const Shape shape{batch, options.block_size};
  const Indices tokens = random_tokens(shape, options.vocab_size, random);
  const Indices targets = random_tokens(shape, options.vocab_size, random);
  return {
      .name = name,
      .flop = gpt_flop(options, batch),
      .tokens = static_cast<double>(shape.numel()),
      .step = training(model, [model, tokens, targets] { return model->loss(tokens, targets); })};
}

// nanoGPT's sizes, without biases.
inline GPTOptions nano_sizes(Index block_size, Index n_layer, Index n_head, Index n_embd,
                             Index vocab_size = 65) {
  GPTOptions options = nano_options(vocab_size);
  options.block_size = block_size;
  options.n_layer = n_layer;
  options.n_head = n_head;
  options.n_embd = n_embd;
  options.bias = false;
  return options;
}

// The training of `train_gpt --preset microgpt`: one name a step, with its batch, the norm of the
// gradients and all checks. By hand the names are tokens already.
inline Case microgpt_case() {
  constexpr double rate = 1e-3;
  TrainSettings settings = preset_named("microgpt");
  settings.data.batch_size = settings.batch;
  settings.schedule = "constant";  // the other one ends
  settings.learning_rate = rate;
  auto data = std::make_shared<Dataset>(settings.data);
  auto trainer = std::make_shared<Trainer>(settings, *data);
  auto peer = std::make_shared<MicrogptByHand>(trainer->model().parameters());
  std::vector<TokenBatch> names;
  for (Index i = 0; i < 10000; ++i) names.push_back(data->batch(i));
  return {.name = "names, train_gpt --preset microgpt",
          .units = 1e-6,
          .unit = "us",
          .has_peer = false,
          .step = [data, trainer] { trainer->train_step(); },
          .by_hand =
              [names, peer, step = std::size_t{0}]() mutable {
                const TokenBatch& batch = names[step++ % names.size()];
                peer->step(batch.tokens.values().data(), batch.targets.values().data(),
                           static_cast<int>(batch.target_count), rate);
              }};
}

inline Index mlp_channels() { return quick_size(768, 12); }

template <class Model>
Case mlp_case(const std::string& name, std::shared_ptr<Model> model) {
  const CounterRandom random(7);
  const Shape shape{quick_size(512, 8), mlp_channels()};
  Tensor x = normal(shape, random).set_requires_grad();
  const Tensor dy = normal(shape, CounterRandom(8));
  // One flat buffer for the gradients, as in training.
  auto optimizer = std::make_shared<AdamW>(model->parameters(), 1e-6);
  double flop = 0;
  for (const Tensor& weight : model->parameters()) {
    if (weight.ndim() == 2) flop += 6.0 * static_cast<double>(shape[0] * weight.numel());
  }
  return {.name = name, .flop = flop, .step = [model, optimizer, x, dy]() mutable {
            optimizer->zero_grad();
            x.zero_grad();
            (*model)(x).backward(dy);
          }};
}

inline Case make_case(const std::string& name) {
  if (name == "a1") return gpt_case(name, microgpt_options(27), 1);
  if (name == "a32") return gpt_case(name, microgpt_options(27), 32);
  if (name == "b") return gpt_case(name, nano_sizes(64, 4, 4, 128), 12);
  if (name == "c") return gpt_case(name, nano_sizes(256, 6, 6, 384), 8);
  // GPT-2 small; its tokens are a few more, so that rows of logits begin at the same place of a
  // line of memory.
  if (name == "gpt2") return gpt_case(name, nano_sizes(1024, 12, 12, 768, 50304), 4);
  PythonRandom random(1);
  const Index C = mlp_channels();
  if (name == "gated") return mlp_case(name, std::make_shared<GatedMLP>(C, random));
  if (name == "holo") return mlp_case(name, std::make_shared<HoloGateFlow>(C, random));
  if (name == "microgpt") return microgpt_case();
  throw UsageError("bench_train_step", name, "some of a1 a32 b c gpt2 gated holo microgpt");
}

}  // namespace holo
