// feed_forward.h: the feed-forward layers of a model by name, in widths that give them a number of
// parameters exactly; and the one way in which all of them are trained.
#pragma once

#include <algorithm>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "holo/check.h"
#include "holo/nn/feed_forward.h"
#include "holo/nn/holo_gate_flow.h"
#include "holo/optim.h"
#include "holo/optim_schedule.h"

namespace holo {

using Layers = std::vector<std::unique_ptr<Layer>>;

/// The layers that are compared: H hidden numbers, 2 C H parameters, or with a gate 3 C H.
inline const std::vector<std::string> plain_names = {"relu", "gelu", "silu", "relu2"};
inline const std::vector<std::string> gated_names = {"glu", "bilinear", "reglu", "geglu", "swiglu"};

/// All that fit the size of HoloGateFlow, itself the last.
inline std::vector<std::string> compared_names() {
  std::vector<std::string> names = plain_names;
  names.insert(names.end(), gated_names.begin(), gated_names.end());
  names.push_back("HoloGateFlow");
  return names;
}

/// The forms of HoloGateFlow by name. The residual is left to the block, but for "own residual".
inline HoloGateFlowOptions holo_options(const std::string& name, Index C) {
  HoloGateFlowOptions options{.affine = {.residual = false}};
  if (name == "no flow") options.affine.flow = false;
  if (name == "one activation") options.activation1 = options.activation3 = "silu";
  if (name == "rms norm") options.affine.norm = Norm::rms;
  if (name == "tanh gate") options.gate = "tanh";
  if (name == "relu gate") options.gate = "relu";
  if (name == "split 1/4 1/2 1/4") options.split = {{C / 4, C - 2 * (C / 4), C / 4}};
  if (name == "split 1/2 1/4 1/4") options.split = {{C - 2 * (C / 4), C / 4, C / 4}};
  if (name == "scale bias -1") options.affine.flow_scale_bias = -1;
  if (name == "own residual") options.affine.residual = true;
  return options;
}

/// Numbers of parameters of one layer over C channels, from the closed formulas.
inline Index holo_parameters(Index C) { return 7 * C * C + 10 * C; }
inline Index lite_parameters(Index C) { return 9 * C * C + 10 * C; }
inline Index no_flow_parameters(Index C) { return 3 * C * C + 4 * C; }

inline Index parameters_of(const Layers& layers) {
  Index count = 0;
  for (const std::unique_ptr<Layer>& layer : layers) count += layer->parameter_count();
  return count;
}

/// One layer for each block. A HoloGateFlow has the size that follows from C; the others get as
/// many hidden numbers as make `parameters` in all layers together, one more in some blocks than in
/// others where they do not divide. Throws UsageError for a name that is not there, and when no
/// widths give that number exactly.
inline Layers feed_forwards(const std::string& name, Index C, Index n_layer, Index parameters,
                            PythonRandom& random) {
  static const std::vector<std::string> forms = {
      "HoloGateFlow", "no flow",           "one activation",    "rms norm",      "tanh gate",
      "relu gate",    "split 1/4 1/2 1/4", "split 1/2 1/4 1/4", "scale bias -1", "own residual"};
  const auto is_in = [&](const std::vector<std::string>& names) {
    return std::find(names.begin(), names.end(), name) != names.end();
  };
  Layers layers;
  if (name == "Lite") {
    for (Index i = 0; i < n_layer; ++i) {
      layers.push_back(std::make_unique<HoloGateFlowLite>(
          C, random, HoloGateFlowLiteOptions{.affine = {.residual = false}}));
    }
    return layers;
  }
  if (is_in(forms)) {
    for (Index i = 0; i < n_layer; ++i) {
      layers.push_back(std::make_unique<HoloGateFlow>(C, random, holo_options(name, C)));
    }
    return layers;
  }
  const bool gated = is_in(gated_names);
  if (!gated && !is_in(plain_names)) {
    throw UsageError(
        "feed_forwards", "layer \"" + name + "\"",
        "relu, gelu, silu, relu2, glu, bilinear, reglu, geglu, swiglu or HoloGateFlow");
  }
  const Index unit = (gated ? 3 : 2) * C, units = parameters / unit;
  if (units * unit != parameters || units < n_layer) {
    throw UsageError("feed_forwards", std::to_string(parameters) + " parameters",
                     "a multiple of " + std::to_string(unit));
  }
  for (Index i = 0; i < n_layer; ++i) {
    const Index H = units * (i + 1) / n_layer - units * i / n_layer;
    layers.push_back(make_feed_forward(name, C, random, {.hidden = H}));
  }
  return layers;
}

struct Training {
  Index steps = 1000;
  double learning_rate = 1e-2;
};

/// AdamW, its rate rising for a twentieth of the steps and falling along half a cosine period to a
/// tenth; gradients cut at a norm of 1. Throws holo::Error when the loss is no longer finite.
/// REQUIRES: steps >= 20.
inline void train(Module& model, const Training& training,
                  const std::function<Tensor()>& loss_of_batch) {
  AdamW optimizer(weight_decay_groups(model, 0.1), training.learning_rate,
                  AdamWOptions{.beta1 = 0.9, .beta2 = 0.99});
  const CosineSchedule schedule(training.learning_rate, training.steps, training.steps / 20,
                                training.learning_rate / 10);
  for (Index step = 0; step < training.steps; ++step) {
    optimizer.set_learning_rate(schedule(step));
    optimizer.zero_grad();
    const Tensor loss = loss_of_batch();
    check_finite_loss(loss);
    loss.backward();
    clip_grad_norm(optimizer.parameters(), 1);
    optimizer.step();
  }
}

}  // namespace holo
