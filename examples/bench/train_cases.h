// train_cases.h: the training steps that train_step.cpp times: forward, backward, AdamW.
#pragma once

#include <algorithm>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "bench/models.h"
#include "holo/data.h"
#include "holo/nn/gated_mlp.h"
#include "holo/nn/holo_gate_flow.h"
#include "holo/optim.h"
#include "support/embedded_names.h"

namespace holo {

/// A training step to be timed.
struct Case {
  std::string name;
  double units;      ///< seconds of a step are divided by these
  std::string unit;  ///< "ms", or "us/doc"
  double flop;       ///< multiplications and additions of the matrix products of a step
  bool has_peer;
  std::function<void()> step;
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
inline double gpt_flop(const GptSizes& s) {
  const Index C = s.n_embd;
  const Index multiply_adds = s.n_layer * (12 * C * C + 2 * s.block * C) + s.vocab * C;
  return 6 * static_cast<double>(s.batch * s.block * multiply_adds);
}

inline Case gpt_case(const std::string& name, const GptSizes& s) {
  PythonRandom random(1);
  auto model = std::make_shared<BenchGpt>(s, random);
  const Indices tokens = random_tokens({s.batch, s.block}, s.vocab, random);
  const Indices targets = random_tokens({s.batch, s.block}, s.vocab, random);
  return {name, 1e-3,
          "ms", gpt_flop(s),
          true, training(model, [model, tokens, targets] { return (*model)(tokens, targets); })};
}

// 16 names a step, each at its own length: shorter ones are filled up, and the filling is ignored.
inline Case names_case() {
  PythonRandom random(1);
  const GptSizes s{27, 16, 1, 4, 16, true, 16};
  auto model = std::make_shared<BenchGpt>(s, random);
  auto documents = std::make_shared<std::vector<std::string>>(load_documents(""));
  random.shuffle(*documents);
  auto next = std::make_shared<std::size_t>(0);
  const auto batch = [documents, next, model] {
    std::size_t longest = 0, first = *next;
    *next = (*next + 16) % (documents->size() - 16);
    for (std::size_t i = 0; i < 16; ++i) {
      longest = std::max(longest, std::min<std::size_t>(16, (*documents)[first + i].size() + 1));
    }
    const auto T = static_cast<Index>(longest);
    std::vector<Index> tokens(16 * longest, 26), targets(16 * longest, -100);
    for (std::size_t i = 0; i < 16; ++i) {
      const std::string& name = (*documents)[first + i];
      const auto token = [&](std::size_t t) {
        return t == 0 || t > name.size() ? Index{26} : Index{name[t - 1]} - 'a';
      };
      for (std::size_t t = 0; t < longest && t <= name.size(); ++t) {
        tokens[i * longest + t] = token(t);
        targets[i * longest + t] = token(t + 1);
      }
    }
    return (*model)(Indices({16, T}, std::move(tokens)), Indices({16, T}, std::move(targets)));
  };
  return {"names, 16 documents a step", 16e-6, "us/doc", 0, false, training(model, batch)};
}

template <class Model>
Case mlp_case(const std::string& name, std::shared_ptr<Model> model) {
  const CounterRandom random(7);
  Tensor x = normal({512, 768}, random).set_requires_grad();
  const Tensor dy = normal({512, 768}, CounterRandom(8));
  // One flat buffer for the gradients, as in training.
  auto optimizer = std::make_shared<AdamW>(model->parameters(), 1e-6);
  double flop = 0;
  for (const Tensor& weight : model->parameters()) {
    if (weight.ndim() == 2) flop += 6.0 * 512 * static_cast<double>(weight.numel());
  }
  return {name, 1e-3, "ms", flop, true, [model, optimizer, x, dy]() mutable {
            optimizer->zero_grad();
            x.zero_grad();
            (*model)(x).backward(dy);
          }};
}

inline Case make_case(const std::string& name) {
  if (name == "a1") return gpt_case(name, {27, 16, 1, 4, 16, true, 1});
  if (name == "a32") return gpt_case(name, {27, 16, 1, 4, 16, true, 32});
  if (name == "b") return gpt_case(name, {65, 64, 4, 4, 128, false, 12});
  if (name == "c") return gpt_case(name, {65, 256, 6, 6, 384, false, 8});
  PythonRandom random(1);
  if (name == "gated") return mlp_case(name, std::make_shared<GatedMLP>(768, random));
  if (name == "holo") return mlp_case(name, std::make_shared<HoloGateFlow>(768, random));
  if (name == "names") return names_case();
  throw UsageError("bench_train_step", name, "some of a1 a32 b c gated holo names");
}

}  // namespace holo
