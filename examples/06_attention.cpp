// 06_attention: a token looks back. To 05 it adds positions, one head of attention over the tokens
// so far, residual connections and rmsnorm. What is left for 07 is several heads and layers, and
// Adam.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "holo/random.h"
#include "holo/value.h"
#include "support/command_line.h"
#include "support/corpus.h"
#include "support/vector.h"

using namespace holo;

constexpr std::size_t n_embd = 16;
constexpr std::size_t n_hidden = 4 * n_embd;
constexpr std::size_t block_size = 16;  // longest document, in tokens

struct Cache {  // the keys and values of the positions so far; how much each looked at which
  Matrix keys, values, weights;
};

struct Gpt {
  bool squared_relu;
  Vector parameters;  // all of the following, in the order in which they are made
  Matrix wte, wpe, lm_head, attn_wq, attn_wk, attn_wv, attn_wo, mlp_fc1, mlp_fc2;

  Gpt(std::size_t vocab_size, bool squared, PythonRandom& random) : squared_relu(squared) {
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
    Vector scores;
    for (const Vector& k : cache.keys) scores.push_back(dot(q, k) / std::sqrt(n_embd));
    const Vector weights = softmax(scores);
    cache.weights.push_back(weights);
    Vector out(n_embd), column(weights.size());
    for (std::size_t j = 0; j < n_embd; ++j) {
      for (std::size_t t = 0; t < column.size(); ++t) column[t] = cache.values[t][j];
      out[j] = dot(weights, column);
    }
    return linear(out, attn_wo);
  }

  // fc2 act(fc1 x), with act(x) = max(0, x) or max(0, x)^2
  Vector mlp(const Vector& x) const {
    Vector hidden = linear(x, mlp_fc1);
    for (Value& h : hidden) h = squared_relu ? relu2(h) : relu(h);
    return linear(hidden, mlp_fc2);
  }

  // The scores of what may follow `token`, which stands at `position`.
  Vector logits(int token, std::size_t position, Cache& cache) const {
    Vector x = rmsnorm(add(wte[static_cast<std::size_t>(token)], wpe[position]));
    x = add(attention(rmsnorm(x), cache), x);
    x = add(mlp(rmsnorm(x)), x);
    return linear(x, lm_head);
  }

  // The mean of -log p(next token) over a document, cut to the block.
  Value loss(const std::vector<int>& tokens) const {
    Cache cache;
    Vector losses;
    for (std::size_t i = 0; i < std::min(block_size, tokens.size() - 1); ++i) {
      const Vector p = softmax(logits(tokens[i], i, cache));
      losses.push_back(-log(p[static_cast<std::size_t>(tokens[i + 1])]));
    }
    return sum(losses) / static_cast<double>(losses.size());
  }
};

// Stochastic gradient descent: one document a step, in order.
void train(Gpt& model, const Corpus& corpus, std::int64_t steps) {
  constexpr std::int64_t window = 500;
  double window_loss = 0;
  for (std::int64_t step = 1; step <= steps; ++step) {
    const Tape::Scope scope;
    const auto document = static_cast<std::size_t>(step - 1) % corpus.documents.size();
    const Value loss = model.loss(corpus.documents[document]);
    Tape::current().zero_grad();
    loss.backward();
    const double done = static_cast<double>(step - 1) / static_cast<double>(steps);
    const double learning_rate = 0.1 * (1 - done);
    for (Value& p : model.parameters) p.set_data(p.data() - learning_rate * p.grad());

    window_loss += loss.data();
    if (step % window == 0) {
      fmt::print("steps {:4} to {:4}: mean loss {:.4f}\n", step - window + 1, step,
                 window_loss / window);
      window_loss = 0;
    }
  }
}

std::string sample(const Gpt& model, const CharTokenizer& tokenizer, PythonRandom& random) {
  const Tape::Scope scope;
  Cache cache;
  std::vector<int> tokens;
  int token = tokenizer.bos();
  while (tokens.size() < block_size) {
    std::vector<double> weights;
    for (Value p : softmax(model.logits(token, tokens.size(), cache))) weights.push_back(p.data());
    token = static_cast<int>(random.choices(weights));
    if (token == tokenizer.bos()) break;
    tokens.push_back(token);
  }
  return tokenizer.decode(tokens);
}

// A row for each of the first tokens, a column for each that it may look at. "." is BOS.
void print_weights(const Gpt& model, const CharTokenizer& tokenizer,
                   const std::vector<int>& document) {
  const Tape::Scope scope;
  const std::size_t n = std::min<std::size_t>(6, document.size() - 1);
  const auto name = [&](int token) {
    return token == tokenizer.bos() ? std::string(".") : tokenizer.decode({token});
  };
  Cache cache;
  fmt::print("\nlooks at");
  for (std::size_t i = 0; i < n; ++i) {
    model.logits(document[i], i, cache);
    fmt::print("{:>6}", name(document[i]));
  }
  for (std::size_t i = 0; i < n; ++i) {
    fmt::print("\n{:<8}", name(document[i]));
    for (Value weight : cache.weights[i]) fmt::print("{:6.2f}", weight.data());
  }
  fmt::print("\n");
}

void program(int argc, char** argv) {
  CommandLine cli(argc, argv,
                  "Trains one layer of attention and MLP to guess the next letter of a name.");
  const std::string data = cli.text("--data", "", "FILE", "one document a line (default: names)");
  const std::int64_t steps = cli.integer("--steps", 5000, 1, 1'000'000'000, "training steps");
  const std::int64_t seed = cli.integer("--seed", 42, 0, INT64_MAX, "seed of the random numbers");
  const std::string activation = cli.choice("--activation", {"relu", "relu2"}, "relu2: its square");
  cli.finish();

  PythonRandom random(seed);
  const Corpus corpus = load_corpus(data, random);
  Gpt model(corpus.vocab_size(), activation == "relu2", random);
  fmt::print("{} documents, {} tokens, {} parameters, {}\n", corpus.documents.size(),
             corpus.vocab_size(), model.parameters.size(), activation);
  train(model, corpus, steps);
  for (int i = 0; i < 10; ++i) fmt::print("{}\n", sample(model, corpus.tokenizer, random));
  print_weights(model, corpus.tokenizer, corpus.documents[0]);
}

int main(int argc, char** argv) { return run_program(argc, argv, program); }
