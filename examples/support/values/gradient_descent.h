// gradient_descent.h: the training loop of 05_mlp, for the programs that follow it.
#pragma once

#include <cstdint>

#include "support/corpus.h"
#include "support/values/mean_loss.h"
#include "support/values/unseen_names.h"
#include "support/values/vector.h"

namespace holo {

/// A step of gradient descent: p = p - rate dloss/dp for each parameter.
struct GradientDescent {
  void step(Vector& parameters, double rate, std::int64_t) {
    for (Value& p : parameters) p.set_data(p.data() - rate * p.grad());
  }
};

/// One document a step, in order; the learning rate falls to 0 in a straight line. The gradients
/// are those of `loss_scale` times the loss; the optimizer makes a step of them. Gives the mean of
/// the last losses. REQUIRES: model.loss(document) is the loss of one, which depends on
/// model.parameters.
template <class Gpt, class Optimizer = GradientDescent>
double train_quietly(Gpt& model, const Corpus& corpus, std::int64_t steps, double first_rate,
                     Optimizer optimizer = {}, double loss_scale = 1, bool quiet = true) {
  MeanLoss mean_loss(quiet);
  for (std::int64_t step = 1; step <= steps; ++step) {
    const Tape::Scope scope;
    const auto document = static_cast<std::size_t>(step - 1) % corpus.documents.size();
    Value loss = model.loss(corpus.documents[document]);
    loss.set_label("loss");
    Tape::current().zero_grad();
    (loss_scale == 1 ? loss : loss * loss_scale).backward();
    const double done = static_cast<double>(step - 1) / static_cast<double>(steps);
    optimizer.step(model.parameters, first_rate * (1 - done), step);
    mean_loss.add(step, loss.data());
  }
  return mean_loss.last();
}

/// The same with a line every 500 steps, and the validation loss at the end.
template <class Gpt, class Optimizer = GradientDescent>
void train(Gpt& model, const Corpus& corpus, std::int64_t steps, double first_rate,
           Optimizer optimizer = {}, double loss_scale = 1) {
  train_quietly(model, corpus, steps, first_rate, optimizer, loss_scale, false);
  print_validation_loss(model, corpus, steps);
}

}  // namespace holo
