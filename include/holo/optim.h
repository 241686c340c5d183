// optim.h: the optimizers SGD, Adam and AdamW, which use gradients to update parameters.
//
//   AdamW optimizer(weight_decay_groups(model, 0.1), 1e-3);
//   for (Index step = 0; step < steps; ++step) {
//     optimizer.set_learning_rate(schedule(step));
//     optimizer.zero_grad();
//     Tensor loss = cross_entropy(model(x), y);
//     check_finite_loss(loss);
//     loss.backward();
//     clip_grad_norm(optimizer.parameters(), 1);
//     optimizer.step();
//   }
//
// Gradient clipping and the optimizers' base class, which defines step(), are in optimizer.h.
// Learning rate schedules are in optim_schedule.h.
#pragma once

#include <utility>
#include <vector>

#include "holo/optimizer.h"

namespace holo {

struct SgdOptions {
  double momentum = 0, weight_decay = 0;
};

/// Updates p with its gradient g: g += weight_decay p;  b = momentum b + g;  p -= learning_rate b;
/// b = 0 at first. Source: Sutskever, Martens, Dahl, Hinton 2013, as written in PyTorch.
class SGD final : public Optimizer {
 public:
  /// 0 <= momentum < 1
  SGD(std::vector<ParameterGroup> groups, double learning_rate, const SgdOptions& options = {});
  SGD(std::vector<Tensor> parameters, double learning_rate, const SgdOptions& options = {})
      : SGD(std::vector<ParameterGroup>{{std::move(parameters)}}, learning_rate, options) {}

 private:
  void update(Backend& backend, const Run& run) override;
  SgdOptions options_;
};

struct AdamWOptions {
  double beta1 = 0.9, beta2 = 0.999, epsilon = 1e-8, weight_decay = 0.01;
  bool decoupled = true;  ///< false: Adam, where weight_decay p is added to the gradient g
};

/// p *= 1 - learning_rate weight_decay;
/// m = beta1 m + (1 - beta1) g;  v = beta2 v + (1 - beta2) g^2;
/// p -= learning_rate mhat / (sqrt(vhat) + epsilon),  with mhat = m / (1 - beta1^t) and
/// vhat = v / (1 - beta2^t), where g is p's gradient, t = 1, 2, ... is p's step, and m = v = 0
/// at first. Source: Loshchilov, Hutter 2017 (arXiv 1711.05101), as written in PyTorch.
class AdamW : public Optimizer {
 public:
  /// 0 <= beta < 1, epsilon > 0.
  AdamW(std::vector<ParameterGroup> groups, double learning_rate, const AdamWOptions& options = {});
  AdamW(std::vector<Tensor> parameters, double learning_rate, const AdamWOptions& options = {})
      : AdamW(std::vector<ParameterGroup>{{std::move(parameters)}}, learning_rate, options) {}

 private:
  void update(Backend& backend, const Run& run) override;
  AdamWOptions options_;
};

struct AdamOptions {
  double beta1 = 0.9, beta2 = 0.999, epsilon = 1e-8, weight_decay = 0;
};

/// Like AdamW, but without the first formula; weight_decay p is added to the gradient g instead.
/// Source: Kingma, Ba 2014 (arXiv 1412.6980).
class Adam final : public AdamW {
 public:
  Adam(std::vector<ParameterGroup> groups, double learning_rate, const AdamOptions& options = {})
      : AdamW(std::move(groups), learning_rate,
              {options.beta1, options.beta2, options.epsilon, options.weight_decay, false}) {}
  Adam(std::vector<Tensor> parameters, double learning_rate, const AdamOptions& options = {})
      : Adam(std::vector<ParameterGroup>{{std::move(parameters)}}, learning_rate, options) {}
};

}  // namespace holo
