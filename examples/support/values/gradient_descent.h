// gradient_descent.h: the training loop of 05_mlp, for the programs that follow it.
#pragma once

#include <cstdint>

#include "support/corpus.h"
#include "support/values/mean_loss.h"
#include "support/values/vector.h"

namespace holo {

/// Stochastic gradient descent: one document a step, in order; the learning rate falls to 0 in a
/// straight line. `loss_of(document)` is the loss of one. Gives the mean of the last losses.
template <class LossOf>
double descend(Vector& parameters, const Corpus& corpus, std::int64_t steps, double first_rate,
               LossOf loss_of, bool quiet = false) {
  MeanLoss mean_loss(quiet);
  for (std::int64_t step = 1; step <= steps; ++step) {
    const Tape::Scope scope;
    const auto document = static_cast<std::size_t>(step - 1) % corpus.documents.size();
    Value loss = loss_of(corpus.documents[document]);
    loss.set_label("loss");
    Tape::current().zero_grad();
    loss.backward();
    const double done = static_cast<double>(step - 1) / static_cast<double>(steps);
    const double learning_rate = first_rate * (1 - done);
    for (Value& p : parameters) p.set_data(p.data() - learning_rate * p.grad());
    mean_loss.add(step, loss.data());
  }
  return mean_loss.last();
}

}  // namespace holo
