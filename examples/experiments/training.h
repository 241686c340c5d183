// training.h: the one way in which all layers of the experiments are trained.
#pragma once

#include <functional>

#include "holo/optim.h"
#include "holo/optim_schedule.h"

namespace holo {

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
