// checkpoint_run.h: for the tests of checkpoints: a small training run with known numbers. Its
// batches depend only on the step.
#pragma once

#include <cstring>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "helpers.h"
#include "holo/checkpoint.h"
#include "holo/creation.h"
#include "holo/nn/layers.h"
#include "holo/ops.h"
#include "holo/random.h"

struct SmallModel : holo::Module {
  holo::Embedding embedding;
  holo::LayerNorm norm;
  holo::Linear out;
  SmallModel(holo::Index V, holo::Index C, holo::PythonRandom& random)
      : embedding(V, C, random), norm(C), out(C, V, random) {
    register_module("embedding", embedding);
    register_module("norm", norm);
    register_module("out", out);
  }
};

using MakeOptimizer = std::function<std::unique_ptr<holo::Optimizer>(const holo::Module&)>;

inline std::unique_ptr<holo::Optimizer> make_adamw(const holo::Module& model) {
  std::vector<holo::ParameterGroup> groups = holo::weight_decay_groups(model, 0.1);
  return std::make_unique<holo::AdamW>(groups, 0.01);
}

inline std::unique_ptr<holo::Optimizer> make_adam(const holo::Module& model) {
  return std::make_unique<holo::Adam>(model.parameters(), 0.01);
}

inline MakeOptimizer with_sgd(double momentum) {
  return [momentum](const holo::Module& model) {
    holo::SgdOptions options;
    options.momentum = momentum;
    return std::make_unique<holo::SGD>(model.parameters(), 0.01, options);
  };
}

class SmallRun {
 public:
  explicit SmallRun(const MakeOptimizer& make, int seed = 1, holo::Index V = 5, holo::Index C = 3)
      : random_(seed), model(V, C, random_), optimizer(make(model)), V_(V) {}

  // Every third step leaves out the norm, so that step counts differ between parameters.
  void step(holo::Index step) {
    std::vector<holo::Index> x, y;
    for (holo::Index i = 0; i < 2 * V_; ++i) {
      x.push_back((3 * step + i) % V_);
      y.push_back((step + i * i) % V_);
    }
    optimizer->zero_grad();
    optimizer->set_learning_rate(0.1 / static_cast<double>(10 + step));
    const holo::Shape shape{2 * V_};
    const holo::Tensor h = model.embedding(holo::Indices(shape, x));
    const holo::Tensor logits = model.out(step % 3 == 2 ? h : model.norm(h));
    holo::cross_entropy(logits, holo::Indices(shape, y)).backward();
    optimizer->step();
  }
  void steps(holo::Index from, holo::Index to) {
    for (holo::Index i = from; i < to; ++i) step(i);
  }

  // The bits of weights, state and step counts.
  std::string bits() const {
    std::string bits;
    const auto add = [&bits](const holo::Tensor& x) {
      const std::vector<holo::real> values = x.to_vector();
      bits.append(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(holo::real));
    };
    for (std::size_t i = 0; i < optimizer->parameters().size(); ++i) {
      add(optimizer->parameters()[i]);
      for (const holo::Tensor& state : optimizer->state(i)) add(state);
      bits += std::to_string(optimizer->step_count(i)) + ',';
    }
    return bits;
  }

 private:
  holo::PythonRandom random_;

 public:
  SmallModel model;
  std::unique_ptr<holo::Optimizer> optimizer;

 private:
  holo::Index V_;
};

// Saves the run without metadata and returns the path.
inline std::string saved(const SmallRun& run, const TemporaryFolder& folder) {
  save_checkpoint(folder.name("saved"), run.model, *run.optimizer);
  return folder.name("saved");
}

// A model of one parameter.
struct OneParameter : holo::Module {
  holo::Tensor weight;
  OneParameter(const std::string& name, const holo::Shape& shape) : weight(holo::zeros(shape)) {
    register_parameter(name, weight);
  }
};
