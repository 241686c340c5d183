// training.h: the training loop of 05_mlp, for the programs that follow it, its loss as means over
// 500 steps (that of one document says little), and how good a model is at names that it was not
// trained on; and the tables that the chapters print of their models of Values.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "holo/tokenizer.h"
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

// ---- tables: what heads look at, how large numbers and gradients are, how far trainings move them
// ----

/// Prints the letters of at most 6 tokens above its columns, a dot for BOS, then rows.
class LetterTable {
 public:
  LetterTable(const std::string& corner, const CharTokenizer& tokenizer,
              const std::vector<int>& document, int decimals = 2)
      : corner_(corner.size()), decimals_(decimals) {
    fmt::print("\n{}", corner);
    for (std::size_t i = 0; i < std::min<std::size_t>(6, document.size() - 1); ++i) {
      const bool bos = document[i] == tokenizer.bos();
      letters_.push_back(bos ? "." : tokenizer.decode({document[i]}));
      fmt::print("{:>{}}", letters_.back(), decimals_ + 4);
    }
    fmt::print("\n");
  }

  std::size_t columns() const { return letters_.size(); }

  /// Letter i, and a number for each column or for the first ones only.
  void row(std::size_t i, const std::vector<double>& numbers) const {
    fmt::print("{:<{}}", letters_[i], corner_);
    for (const double number : numbers) fmt::print("{:{}.{}f}", number, decimals_ + 4, decimals_);
    fmt::print("\n");
  }
  void row(std::size_t i, const Vector& values) const {
    std::vector<double> numbers;
    for (Value value : values) numbers.push_back(value.data());
    row(i, numbers);
  }

 private:
  std::size_t corner_;
  int decimals_;
  std::vector<std::string> letters_;
};

/// Of the first document a row for each of the first tokens, a column for each that it may look at.
/// REQUIRES: gpt.logits(token, position, cache) puts the weights of this position at the end of
/// cache.weights.
template <class Cache, class Gpt>
void print_weights(const Gpt& gpt, const Corpus& corpus) {
  const Tape::Scope scope;
  const std::vector<int>& document = corpus.documents[0];
  const LetterTable table("looks at", corpus.tokenizer, document);
  Cache cache;
  for (std::size_t i = 0; i < table.columns(); ++i) {
    gpt.logits(document[i], i, cache);
    table.row(i, cache.weights[i]);
  }
}

/// A row for each head of each layer: the mean weights of its fifth position, the fourth letter,
/// over up to 1000 names that have one. REQUIRES: gpt.logits(token, position, caches) leaves in
/// caches[layer].weights, for each head, the weights of this position.
template <class Cache, class Gpt>
void print_heads(const Gpt& gpt, const Corpus& corpus) {
  constexpr std::size_t position = 4;
  const std::size_t most = is_recording() ? 1 : 1000;  // names; a recording is of the training
  Matrix heads;                                        // their weights for one name
  std::vector<std::vector<double>> sums;               // the sums over all names
  std::size_t names = 0;
  for (const std::vector<int>& document : corpus.documents) {
    if (document.size() < position + 2 || names >= most) continue;
    ++names;
    const Tape::Scope scope;
    std::vector<Cache> caches(gpt.layers.size());
    for (std::size_t i = 0; i <= position; ++i) gpt.logits(document[i], i, caches);
    heads.clear();
    for (const Cache& cache : caches) {
      heads.insert(heads.end(), cache.weights.begin(), cache.weights.end());
    }
    sums.resize(heads.size(), std::vector<double>(position + 1));
    for (std::size_t h = 0; h < heads.size(); ++h) {
      for (std::size_t s = 0; s <= position; ++s) sums[h][s] += heads[h][s].data();
    }
  }
  if (names == 0) return;
  fmt::print("\n4th letter looks at    BOS   1st   2nd   3rd   4th\n");
  for (std::size_t h = 0; h < sums.size(); ++h) {
    fmt::print("layer {:<2} head {:<6}", h / gpt.n_head + 1, h % gpt.n_head + 1);
    for (const double sum : sums[h]) fmt::print("{:>6.2f}", sum / static_cast<double>(names));
    fmt::print("\n");
  }
}

/// The head of a table whose rows begin with print_sizes and end with a loss.
inline void print_size_header() {
  fmt::print("{:10}size of x after{:21}size of its gradient{:16}loss at\n", "", "", "");
  fmt::print("{:10}embeddings   attention         MLP", "");
  fmt::print("  embeddings   attention         MLP  the end\n");
}

/// The beginning of a row: the root mean square of the numbers after each stage, then that of their
/// gradients. REQUIRES: gpt.logits(token, position, cache) puts x of the position, after each
/// stage, at the end of cache.stages[stage].
template <class Cache, class Gpt>
void print_sizes(const char* name, const Gpt& gpt, const std::vector<int>& document) {
  const Tape::Scope scope;
  Cache cache;
  Tape::current().zero_grad();
  Vector losses;
  for (std::size_t i = 0; i < std::min(gpt.wpe.size(), document.size() - 1); ++i) {
    const Vector p = softmax(gpt.logits(document[i], i, cache));
    losses.push_back(-log(p[static_cast<std::size_t>(document[i + 1])]));
  }
  (sum(losses) / static_cast<double>(losses.size())).backward();
  fmt::print("{:8}", name);
  for (const bool of_gradients : {false, true}) {
    for (const Matrix& stage : cache.stages) {
      double squares = 0;
      for (const Vector& x : stage) {
        for (Value v : x) squares += std::pow(of_gradients ? v.grad() : v.data(), 2);
      }
      const auto count = static_cast<double>(stage.size() * stage[0].size());
      fmt::print("{:#12.2g}", std::sqrt(squares / count));
    }
  }
}

/// Of each matrix, as root mean squares: the gradients of `first` for the first document, and the
/// changes from it by each training. REQUIRES: the models are of one layer, and their parameters in
/// the order of the table.
template <class Gpt>
void print_changes(const Corpus& corpus, const Gpt& first, const Gpt& descent, const Gpt& adam) {
  const Tape::Scope scope;
  Tape::current().zero_grad();
  first.loss(corpus.documents[0]).backward();
  const auto& l = first.layers[0];
  const std::pair<const char*, const Matrix&> matrices[] = {
      {"wte", first.wte},     {"wpe", first.wpe},     {"lm_head", first.lm_head},
      {"attn_wq", l.attn_wq}, {"attn_wk", l.attn_wk}, {"attn_wv", l.attn_wv},
      {"attn_wo", l.attn_wo}, {"mlp_fc1", l.mlp_fc1}, {"mlp_fc2", l.mlp_fc2}};
  fmt::print("\nmatrix   first gradient  changed by descent  by Adam\n");
  std::size_t i = 0;  // of the parameters
  for (const auto& [name, matrix] : matrices) {
    const std::size_t n = matrix.size() * matrix[0].size(), end = i + n;
    double gradient = 0, by_descent = 0, by_adam = 0;  // sums of squares
    for (; i < end; ++i) {
      const Value p = first.parameters[i];
      gradient += std::pow(p.grad(), 2);
      by_descent += std::pow(descent.parameters[i].data() - p.data(), 2);
      by_adam += std::pow(adam.parameters[i].data() - p.data(), 2);
    }
    const auto root_mean = [n](double sum) { return std::sqrt(sum / static_cast<double>(n)); };
    fmt::print("{:8}{:>15.6f}{:>20.3f}{:>9.3f}\n", name, root_mean(gradient), root_mean(by_descent),
               root_mean(by_adam));
  }
}

}  // namespace holo
