// training.h: the training loop of 05_mlp, for the programs that follow it, its loss as means over
// 500 steps (that of one document says little), and how good a model is at names that it was not
// trained on.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "support/corpus.h"
#include "support/recording.h"
#include "support/values/vector.h"

namespace holo {

/// Prints a line every 500 steps, unless it is quiet.
class MeanLoss {
 public:
  explicit MeanLoss(bool quiet = false) : quiet_(quiet) {}

  /// REQUIRES: steps 1, 2, 3, ...
  void add(std::int64_t step, double loss) {
    if (step % window == 1) sum_ = 0;
    sum_ += loss;
    last_ = sum_ / static_cast<double>((step - 1) % window + 1);
    if (step % window != 0 || quiet_) return;
    fmt::print("steps {:4} to {:4}: mean loss {:.4f}\n", step - window + 1, step, last_);
  }

  /// The mean since the last line, that of the line just now when there was one.
  double last() const { return last_; }

 private:
  static constexpr std::int64_t window = 500;
  bool quiet_;
  double sum_ = 0, last_ = 0;
};

/// How many documents at the end of the corpus a training of so many steps does not come to, at
/// most 1000.
inline std::size_t unseen_documents(const Corpus& corpus, std::int64_t steps) {
  const std::size_t all = corpus.documents.size();
  return std::min<std::size_t>(1000, all - std::min(all, static_cast<std::size_t>(steps)));
}

/// The mean loss of these. REQUIRES: there are some.
template <class Model>
double validation_loss(const Model& model, const Corpus& corpus, std::int64_t steps) {
  const std::size_t count = unseen_documents(corpus, steps);
  double sum = 0;
  for (std::size_t i = corpus.documents.size() - count; i < corpus.documents.size(); ++i) {
    const Tape::Scope scope;
    sum += model.loss(corpus.documents[i]).data();
  }
  return sum / static_cast<double>(count);
}

/// Prints it, unless there are none; nothing in a recording, which is of the training.
template <class Model>
void print_validation_loss(const Model& model, const Corpus& corpus, std::int64_t steps) {
  const std::size_t count = unseen_documents(corpus, steps);
  if (count == 0 || is_recording()) return;
  fmt::print("validation loss, {} names not trained on: {:.4f}\n", count,
             validation_loss(model, corpus, steps));
}

/// The place of the largest of these probabilities.
inline std::size_t most_probable(const Vector& p) {
  const auto less = [](Value a, Value b) { return a.data() < b.data(); };
  return static_cast<std::size_t>(std::max_element(p.begin(), p.end(), less) - p.begin());
}

/// Three names of at most 16 letters, "ana, bob, cy", each letter drawn with its probability;
/// `cache` is the empty one that a name begins with. In a recording none are drawn.
template <class Gpt, class Cache>
std::string three_names(const Gpt& model, const Corpus& corpus, const Cache& cache,
                        PythonRandom random) {
  if (is_recording()) return "not drawn in a recording";
  std::string names;
  for (int i = 0; i < 3; ++i) {
    const Tape::Scope scope;
    Cache of_name = cache;
    std::vector<int> tokens;
    int token = corpus.tokenizer.bos();
    while (tokens.size() < 16) {
      std::vector<double> weights;
      for (Value p : softmax(model.logits(token, tokens.size(), of_name)))
        weights.push_back(p.data());
      if (std::isnan(weights[0])) return "none, the probabilities are not numbers";
      token = static_cast<int>(random.choices(weights));
      if (token == corpus.tokenizer.bos()) break;
      tokens.push_back(token);
    }
    names += (i == 0 ? "" : ", ") + corpus.tokenizer.decode(tokens);
  }
  return names;
}

/// A step of gradient descent: p = p - rate dloss/dp for each parameter.
struct GradientDescent {
  void step(Vector& parameters, double rate, std::int64_t) {
    for (Value& p : parameters) p.set_data(p.data() - rate * p.grad());
  }
};

/// One document a step, `next(step)`; the learning rate falls to 0 in a straight line. The
/// gradients belong to `loss_scale` times the loss; the optimizer makes a step with them. Gives
/// the mean of the last losses. REQUIRES: model.loss(document) is the loss of one, which depends on
/// model.parameters.
template <class Gpt, class Next, class Optimizer = GradientDescent>
double train_on(Gpt& model, const Next& next, std::int64_t steps, double first_rate,
                Optimizer optimizer = {}, double loss_scale = 1, bool quiet = true) {
  MeanLoss mean_loss(quiet);
  for (std::int64_t step = 1; step <= steps; ++step) {
    const Tape::Scope scope;
    Value loss = model.loss(next(step));
    loss.set_label("loss");
    Tape::current().zero_grad();
    (loss_scale == 1 ? loss : loss * loss_scale).backward();
    const double done = static_cast<double>(step - 1) / static_cast<double>(steps);
    optimizer.step(model.parameters, first_rate * (1 - done), step);
    mean_loss.add(step, loss.data());
  }
  return mean_loss.last();
}

/// The documents of the corpus, in order.
template <class Gpt, class Optimizer = GradientDescent>
double train_quietly(Gpt& model, const Corpus& corpus, std::int64_t steps, double first_rate,
                     Optimizer optimizer = {}, double loss_scale = 1, bool quiet = true) {
  const auto next = [&](std::int64_t step) -> const std::vector<int>& {
    return corpus.documents[static_cast<std::size_t>(step - 1) % corpus.documents.size()];
  };
  return train_on(model, next, steps, first_rate, optimizer, loss_scale, quiet);
}

/// The same with a line every 500 steps, and the validation loss at the end.
template <class Gpt, class Optimizer = GradientDescent>
void train(Gpt& model, const Corpus& corpus, std::int64_t steps, double first_rate,
           Optimizer optimizer = {}, double loss_scale = 1) {
  train_quietly(model, corpus, steps, first_rate, optimizer, loss_scale, false);
  print_validation_loss(model, corpus, steps);
}

}  // namespace holo
