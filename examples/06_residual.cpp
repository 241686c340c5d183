// 06_residual: the model of 06_attention with residual connections, which add what a part computes
// to its input, and with rmsnorm, which scales the input of a part: with neither, each and both.
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
  Matrix stages[3];  // x of each of them: after the embeddings, the attention, the MLP
};

struct Gpt {
  bool residual = true, norm = true;
  Vector parameters;  // all of the following, in the order in which they are made
  Matrix wte, wpe, lm_head, attn_wq, attn_wk, attn_wv, attn_wo, mlp_fc1, mlp_fc2;

  Gpt(std::size_t vocab_size, double std, PythonRandom random) {
    const auto draw = [&](const char* name, std::size_t rows, std::size_t columns) {
      return matrix(name, rows, columns, std, random, parameters);
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
    Vector out(n_embd), column(weights.size());
    for (std::size_t j = 0; j < n_embd; ++j) {
      for (std::size_t t = 0; t < column.size(); ++t) column[t] = cache.values[t][j];
      out[j] = dot(weights, column);
    }
    return linear(out, attn_wo);
  }

  Vector mlp(const Vector& x) const {
    Vector hidden = linear(x, mlp_fc1);
    for (Value& h : hidden) h = relu(h);
    return linear(hidden, mlp_fc2);
  }

  Vector scaled(const Vector& x) const { return norm ? rmsnorm(x) : x; }
  Vector joined(const Vector& part, const Vector& x) const {
    return residual ? add(part, x) : part;
  }

  // The logits of what may follow `token`, which is at `position`.
  Vector logits(int token, std::size_t position, Cache& cache) const {
    Vector x = scaled(add(wte[static_cast<std::size_t>(token)], wpe[position]));
    cache.stages[0].push_back(x);
    x = joined(attention(scaled(x), cache), x);
    cache.stages[1].push_back(x);
    x = joined(mlp(scaled(x)), x);
    cache.stages[2].push_back(x);
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

void program(int argc, char** argv) {
  CommandLine cli(argc, argv, "Trains 06_attention with residual connections and rmsnorm, or not.");
  const std::string data = cli.text("--data", "", "FILE", "one document a line (default: names)");
  const std::int64_t steps = cli.integer("--steps", 5000, 1, 1'000'000'000, "training steps");
  const std::int64_t seed = cli.integer("--seed", 42, 0, INT64_MAX, "seed of the random numbers");
  const double size = cli.number("--std", 0.08, above(0), "size of the first random numbers");
  cli.finish();

  PythonRandom random(seed);
  const Corpus corpus = load_corpus(data, random);
  fmt::print("{} documents, {} tokens, initial weights of the size {}\n", corpus.documents.size(),
             corpus.vocab_size(), size);
  print_size_header();
  std::string names;
  for (const bool norm : {false, true}) {
    for (const bool residual : {false, true}) {
      const Tape::Scope scope;
      Gpt model(corpus.vocab_size(), size, random);  // a copy of random: the same numbers each time
      model.norm = norm;
      model.residual = residual;
      const char* what = norm ? (residual ? "both" : "norm") : (residual ? "residual" : "neither");
      print_sizes<Cache>(what, model, corpus.documents[0]);
      fmt::print("{:9.4f}\n", train_quietly(model, corpus, steps, 0.1));
      names += fmt::format("{:8}  {}\n", what, three_names(model, corpus, Cache(), random));
    }
  }
  fmt::print("\n{}", names);
}

int main(int argc, char** argv) { return run_program(argc, argv, program); }
