// 06_earlier_positions: the loss at one position sends a gradient to the keys and values of the
// positions before it. The program shows how much, and what becomes of a model whose cache keeps
// bare numbers, so that this gradient is cut.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>

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

struct Cache {  // the keys and values of the positions so far
  Matrix keys, values;
};

// The same numbers as new leaves: a gradient that arrives at them goes no further.
Vector leaves(const Vector& x) {
  Vector y;
  for (Value value : x) y.emplace_back(value.data());
  return y;
}

struct Gpt {
  bool cut = false;   // the gradient ends at the cache
  Vector parameters;  // all of the following, in the order in which they are made
  Matrix wte, wpe, lm_head, attn_wq, attn_wk, attn_wv, attn_wo, mlp_fc1, mlp_fc2;

  Gpt(std::size_t vocab_size, PythonRandom random) {
    const auto draw = [&](const char* name, std::size_t rows, std::size_t columns) {
      return matrix(name, rows, columns, 0.08, random, parameters);
    };
    wte = draw("wte", vocab_size, n_embd);
    wpe = draw("wpe", block_size, n_embd);
    lm_head = draw("lm_head", vocab_size, n_embd);
    attn_wq = draw("attn_wq", n_embd, n_embd);
    attn_wk = draw("attn_wk", n_embd, n_embd);
    attn_wv = draw("attn_wv", n_embd, n_embd);
    attn_wo = draw("attn_wo", n_embd, n_embd);
    mlp_fc1 = draw("mlp_fc1", n_hidden, n_embd);
    mlp_fc2 = draw("mlp_fc2", n_embd, n_hidden);
  }

  // softmax(q . k / sqrt(n_embd)) v, over the positions so far
  Vector attention(const Vector& x, Cache& cache) const {
    const Vector q = linear(x, attn_wq);
    cache.keys.push_back(linear(x, attn_wk));
    cache.values.push_back(linear(x, attn_wv));
    Matrix keys = cache.keys, values = cache.values;
    for (std::size_t s = 0; cut && s + 1 < keys.size(); ++s) {
      keys[s] = leaves(keys[s]);
      values[s] = leaves(values[s]);
    }
    Vector scores;
    for (const Vector& k : keys) scores.push_back(dot(q, k) / std::sqrt(n_embd));
    const Vector weights = softmax(scores);
    Vector out(n_embd), column(weights.size());
    for (std::size_t j = 0; j < n_embd; ++j) {
      for (std::size_t t = 0; t < column.size(); ++t) column[t] = values[t][j];
      out[j] = dot(weights, column);
    }
    return linear(out, attn_wo);
  }

  Vector mlp(const Vector& x) const {
    Vector hidden = linear(x, mlp_fc1);
    for (Value& h : hidden) h = relu(h);
    return linear(hidden, mlp_fc2);
  }

  // The logits of what may follow `token`, which is at `position`.
  Vector logits(int token, std::size_t position, Cache& cache) const {
    Vector x = rmsnorm(add(wte[static_cast<std::size_t>(token)], wpe[position]));
    x = add(attention(rmsnorm(x), cache), x);
    x = add(mlp(rmsnorm(x)), x);
    return linear(x, lm_head);
  }

  // -log p(next token) of each position of a document, cut to the block
  Vector losses(const std::vector<int>& tokens, Cache& cache) const {
    Vector losses;
    for (std::size_t i = 0; i < std::min(block_size, tokens.size() - 1); ++i) {
      const Vector p = softmax(logits(tokens[i], i, cache));
      losses.push_back(-log(p[static_cast<std::size_t>(tokens[i + 1])]));
    }
    return losses;
  }

  Value loss(const std::vector<int>& tokens) const {
    Cache cache;
    const Vector parts = losses(tokens, cache);
    return sum(parts) / static_cast<double>(parts.size());
  }
};

// A row for the loss of each of the first positions: how long is its gradient for the key of each
// position, 16 numbers?
void print_gradients(const Gpt& model, const CharTokenizer& tokenizer,
                     const std::vector<int>& document) {
  const Tape::Scope scope;
  const LetterTable table("loss of", tokenizer, document, 4);
  Cache cache;
  const Vector losses = model.losses(document, cache);
  for (std::size_t t = 0; t < table.columns(); ++t) {
    Tape::current().zero_grad();
    losses[t].backward();
    std::vector<double> lengths;
    for (std::size_t s = 0; s <= t; ++s) {
      double squares = 0;
      for (Value k : cache.keys[s]) squares += k.grad() * k.grad();
      lengths.push_back(std::sqrt(squares));
    }
    table.row(t, lengths);
  }
}

// (loss(w + h) - loss(w - h)) / 2h, as in 01_value
double slope(const Gpt& model, const std::vector<int>& document, Value& w) {
  const Tape::Scope scope;  // both losses leave the tape
  const double old = w.data(), h = 1e-3;
  w.set_data(old + h);
  const double up = model.loss(document).data();
  w.set_data(old - h);
  const double down = model.loss(document).data();
  w.set_data(old);
  return (up - down) / (2 * h);
}

// The gradients for the matrix of the keys, compared with its slopes.
void compare(Gpt& model, const std::vector<int>& document, bool cut) {
  const Tape::Scope scope;
  model.cut = cut;
  Tape::current().zero_grad();
  model.loss(document).backward();
  double largest = 0, difference = 0;
  for (Vector& row : model.attn_wk) {
    for (Value& w : row) {
      const double small_change = slope(model, document, w);
      largest = std::max(largest, std::abs(small_change));
      difference = std::max(difference, std::abs(small_change - w.grad()));
    }
  }
  fmt::print("{} gradient: largest difference {:.1e}, where slopes go up to {:.1e}\n",
             cut ? "cut  " : "whole", difference, largest);
}

void program(int argc, char** argv) {
  CommandLine cli(argc, argv, "Trains 06_residual, and shows the gradients of earlier positions.");
  const std::string data = cli.text("--data", "", "FILE", "one document a line (default: names)");
  const std::int64_t steps = cli.integer("--steps", 5000, 1, 1'000'000'000, "training steps");
  const std::int64_t seed = cli.integer("--seed", 42, 0, INT64_MAX, "seed of the random numbers");
  const std::string gradient = cli.choice("--gradient", {"whole", "cut"}, "cut: at the cache");
  cli.finish();

  PythonRandom random(seed);
  const Corpus corpus = load_corpus(data, random);
  Gpt model(corpus.vocab_size(), random);
  model.cut = gradient == "cut";
  fmt::print("{} documents, {} tokens, {} parameters, {} gradient\n", corpus.documents.size(),
             corpus.vocab_size(), model.parameters.size(), gradient);
  train(model, corpus, steps, 0.1);
  print_gradients(model, corpus.tokenizer, corpus.documents[0]);
  fmt::print("\n");
  for (const bool cut : {false, true}) compare(model, corpus.documents[0], cut);
  fmt::print("\nnames: {}\n", three_names(model, corpus, Cache(), random));
}

int main(int argc, char** argv) { return run_program(argc, argv, program); }
