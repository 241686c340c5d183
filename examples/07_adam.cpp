// 07_adam: the model of 07_heads trained twice, by gradient descent and by Adam. A table says how
// far the numbers of each matrix have moved.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>

#include "holo/random.h"
#include "holo/value.h"
#include "support/corpus.h"
#include "support/recorded/command_line.h"
#include "support/values/training.h"
#include "support/values/vector.h"

using namespace holo;

constexpr std::size_t n_embd = 16;
constexpr std::size_t n_hidden = 4 * n_embd;
constexpr std::size_t block_size = 16;  // longest document, in tokens

struct Cache {  // of one layer: the keys and values of the positions so far
  Matrix keys, values;
  Matrix weights;  // of each head, how much the last position looked at which
};

struct Layer {
  Matrix attn_wq, attn_wk, attn_wv, attn_wo, mlp_fc1, mlp_fc2;
};

struct Gpt {
  std::size_t n_head;
  Vector parameters;  // all of the following, in the order in which they are made
  Matrix wte, wpe, lm_head;
  std::vector<Layer> layers;

  Gpt(std::size_t vocab_size, std::size_t heads, std::size_t n_layer, PythonRandom random)
      : n_head(heads) {
    const auto draw = [&](const std::string& name, std::size_t rows, std::size_t columns) {
      return matrix(name, rows, columns, 0.08, random, parameters);
    };
    wte = draw("wte", vocab_size, n_embd);
    wpe = draw("wpe", block_size, n_embd);
    lm_head = draw("lm_head", vocab_size, n_embd);
    for (std::size_t i = 0; i < n_layer; ++i) {
      const std::string name = fmt::format("layer{}.", i);
      layers.push_back(
          {draw(name + "attn_wq", n_embd, n_embd), draw(name + "attn_wk", n_embd, n_embd),
           draw(name + "attn_wv", n_embd, n_embd), draw(name + "attn_wo", n_embd, n_embd),
           draw(name + "mlp_fc1", n_hidden, n_embd), draw(name + "mlp_fc2", n_embd, n_hidden)});
    }
  }

  // For each head softmax(q . k / sqrt(head_dim)) v, over the positions so far.
  Vector attention(const Vector& x, const Layer& layer, Cache& cache) const {
    const Vector q = linear(x, layer.attn_wq);
    cache.keys.push_back(linear(x, layer.attn_wk));
    cache.values.push_back(linear(x, layer.attn_wv));
    cache.weights.clear();
    const std::size_t head_dim = n_embd / n_head;
    const double root = std::sqrt(head_dim);
    Vector out, column(cache.keys.size());
    for (std::size_t at = 0; at < n_embd; at += head_dim) {
      const auto head = [&](const Vector& y) { return std::span(y).subspan(at, head_dim); };
      Vector scores;
      for (const Vector& k : cache.keys) scores.push_back(dot(head(q), head(k)) / root);
      const Vector weights = softmax(scores);
      cache.weights.push_back(weights);
      for (std::size_t j = at; j < at + head_dim; ++j) {
        for (std::size_t t = 0; t < column.size(); ++t) column[t] = cache.values[t][j];
        out.push_back(dot(weights, column));
      }
    }
    return linear(out, layer.attn_wo);
  }

  Vector mlp(const Vector& x, const Layer& layer) const {
    Vector hidden = linear(x, layer.mlp_fc1);
    for (Value& h : hidden) h = relu(h);
    return linear(hidden, layer.mlp_fc2);
  }

  // The logits of what may follow `token`, which is at `position`.
  Vector logits(int token, std::size_t position, std::vector<Cache>& caches) const {
    Vector x = rmsnorm(add(wte[static_cast<std::size_t>(token)], wpe[position]));
    for (std::size_t i = 0; i < layers.size(); ++i) {
      x = add(attention(rmsnorm(x), layers[i], caches[i]), x);
      x = add(mlp(rmsnorm(x), layers[i]), x);
    }
    return linear(x, lm_head);
  }

  // The mean of -log p(next token) over a document, cut to the block.
  Value loss(const std::vector<int>& tokens) const {
    std::vector<Cache> caches(layers.size());
    Vector losses;
    for (std::size_t i = 0; i < std::min(block_size, tokens.size() - 1); ++i) {
      const Vector p = softmax(logits(tokens[i], i, caches));
      losses.push_back(-log(p[static_cast<std::size_t>(tokens[i + 1])]));
    }
    return sum(losses) / static_cast<double>(losses.size());
  }
};

// m and v follow the mean and the mean square of each gradient; the step is rate m / sqrt(v), with
// both corrected for their start at 0. Kingma & Ba 2014 (arXiv 1412.6980), algorithm 1.
struct Adam {
  double beta1 = 0.85, beta2 = 0.99, epsilon = 1e-8;
  std::vector<double> m, v;

  void step(Vector& parameters, double rate, std::int64_t t) {
    m.resize(parameters.size());
    v.resize(parameters.size());
    for (std::size_t i = 0; i < m.size(); ++i) {
      const double g = parameters[i].grad();
      m[i] = beta1 * m[i] + (1 - beta1) * g;
      v[i] = beta2 * v[i] + (1 - beta2) * g * g;
      const double m_hat = m[i] / (1 - std::pow(beta1, t)), v_hat = v[i] / (1 - std::pow(beta2, t));
      const double change = rate * m_hat / (std::sqrt(v_hat) + epsilon);
      parameters[i].set_data(parameters[i].data() - change);
    }
  }
};

void program(int argc, char** argv) {
  CommandLine cli(argc, argv, "Trains 07_heads by gradient descent and by Adam.");
  const std::string data = cli.text("--data", "", "FILE", "one document a line (default: names)");
  const std::int64_t steps = cli.integer("--steps", 5000, 1, 1'000'000'000, "training steps");
  const std::int64_t seed = cli.integer("--seed", 42, 0, INT64_MAX, "seed of the random numbers");
  const double descent_rate = cli.number("--descent-rate", 0.1, above(0), "its learning rate");
  const double adam_rate = cli.number("--adam-rate", 0.01, above(0), "its learning rate");
  const double scale = cli.number("--loss-scale", 1, above(0), "what the loss is multiplied by");
  cli.finish();

  PythonRandom random(seed);
  const Corpus corpus = load_corpus(data, random);
  // Each gets a copy of random, and so the same numbers.
  const Gpt first(corpus.vocab_size(), 4, 1, random);
  Gpt descent(corpus.vocab_size(), 4, 1, random), model(corpus.vocab_size(), 4, 1, random);
  fmt::print("{} documents, {} tokens, {} parameters\n", corpus.documents.size(),
             corpus.vocab_size(), model.parameters.size());
  fmt::print("gradient descent, learning rate {}\n", descent_rate);
  train(descent, corpus, steps, descent_rate, GradientDescent(), scale);
  fmt::print("Adam, learning rate {}\n", adam_rate);
  train(model, corpus, steps, adam_rate, Adam(), scale);
  print_changes(corpus, first, descent, model);
  print_heads<Cache>(model, corpus);
  const std::vector<Cache> caches(model.layers.size());
  fmt::print("\nnames: {}\n", three_names(model, corpus, caches, random));
}

int main(int argc, char** argv) { return run_program(argc, argv, program); }
