// 06_reverse: a model learns to write a word backward, abcd>dcba, which it can only do if it looks
// back. We train the model of 06_attention, first without its head, then with it.
#include <fmt/format.h>

#include <cmath>
#include <cstdint>

#include "holo/random.h"
#include "holo/value.h"
#include "support/recorded/command_line.h"
#include "support/values/training.h"
#include "support/values/vector.h"

using namespace holo;

constexpr std::size_t n_letters = 8, n_tokens = n_letters + 1;  // a to h, and the sign >
constexpr std::size_t n_word = 4, n_positions = 2 * n_word;
constexpr std::size_t n_embd = 16, n_hidden = 4 * n_embd;

using Tokens = std::vector<std::size_t>;

// "abcd>dcba": the model reads all tokens but the last; the answers follow the sign.
Tokens random_text(PythonRandom& random) {
  Tokens text;
  for (std::size_t i = 0; i < n_word; ++i) {
    text.push_back(static_cast<std::size_t>(random.randbelow(n_letters)));
  }
  text.push_back(n_letters);
  for (std::size_t i = n_word; i-- > 0;) text.push_back(text[i]);
  return text;
}

std::string letter(std::size_t token) {
  return token == n_letters ? ">" : std::string(1, static_cast<char>('a' + token));
}

struct Gpt {
  bool has_attention;
  Vector parameters;  // all of the following, in the order in which they are made
  Matrix wte, wpe, lm_head, attn_wq, attn_wk, attn_wv, attn_wo, mlp_fc1, mlp_fc2;

  Gpt(bool attention, PythonRandom random) : has_attention(attention) {
    const auto draw = [&](const char* name, std::size_t rows, std::size_t columns) {
      return matrix(name, rows, columns, 0.2, random, parameters);
    };
    wte = draw("wte", n_tokens, n_embd);
    wpe = draw("wpe", n_positions, n_embd);
    lm_head = draw("lm_head", n_tokens, n_embd);
    attn_wq = draw("attn_wq", n_embd, n_embd);
    attn_wk = draw("attn_wk", n_embd, n_embd);
    attn_wv = draw("attn_wv", n_embd, n_embd);
    attn_wo = draw("attn_wo", n_embd, n_embd);
    mlp_fc1 = draw("mlp_fc1", n_hidden, n_embd);
    mlp_fc2 = draw("mlp_fc2", n_embd, n_hidden);
  }

  struct Cache {
    Matrix keys, values, weights;
  };

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

  // For each answer the probabilities of all tokens.
  Matrix answers(const Tokens& text, Cache& cache) const {
    Matrix answers;
    for (std::size_t i = 0; i + 1 < text.size(); ++i) {
      Vector x = add(wte[text[i]], wpe[i]);
      if (has_attention) x = attention(x, cache);
      if (i < n_word) continue;
      Vector hidden = linear(x, mlp_fc1);
      for (Value& h : hidden) h = relu(h);
      answers.push_back(softmax(linear(linear(hidden, mlp_fc2), lm_head)));
    }
    return answers;
  }

  // The mean of -log p(letter) over the answers.
  Value loss(const Tokens& text) const {
    Cache cache;
    const Matrix p = answers(text, cache);
    Value loss(0.0);
    for (std::size_t i = 0; i < n_word; ++i) loss -= log(p[i][text[n_word + 1 + i]]) / n_word;
    return loss;
  }
};

// How many letters of 1000 new words it gets right, in per cent: it answers the most probable one.
double right_letters(const Gpt& model, PythonRandom& random) {
  double right = 0;
  for (int i = 0; i < 1000; ++i) {
    const Tape::Scope scope;
    const Tokens text = random_text(random);
    Gpt::Cache cache;
    const Matrix p = model.answers(text, cache);
    for (std::size_t j = 0; j < n_word; ++j) {
      right += most_probable(p[j]) == text[n_word + 1 + j] ? 1 : 0;
    }
  }
  return right / 10 / n_word;
}

// How much each position that answers looks at the positions so far.
void print_weights(const Gpt& model, const Tokens& text) {
  const Tape::Scope scope;
  Gpt::Cache cache;
  model.answers(text, cache);
  fmt::print("\nlooks at");
  for (std::size_t i = 0; i < n_positions; ++i) fmt::print("{:>6}", letter(text[i]));
  for (std::size_t i = n_word; i < n_positions; ++i) {
    fmt::print("\n{} then {}", letter(text[i]), letter(text[i + 1]));
    for (const Value weight : cache.weights[i]) fmt::print("{:6.2f}", weight.data());
  }
  fmt::print("\n");
}

void program(int argc, char** argv) {
  CommandLine cli(argc, argv, "Trains a model to reverse a word, without attention and with it.");
  const std::int64_t steps = cli.integer("--steps", 6000, 1, 1'000'000'000, "training steps");
  const std::int64_t seed = cli.integer("--seed", 42, 0, INT64_MAX, "seed of the random numbers");
  cli.finish();

  for (const bool has_attention : {false, true}) {
    PythonRandom random(seed);
    Gpt model(has_attention, random);
    const auto next = [&](std::int64_t) { return random_text(random); };
    const double loss = train_on(model, next, steps, 0.1);
    fmt::print("{}: mean loss {:.4f}, right letters {:.1f} %\n",
               has_attention ? "one head" : "no head", loss, right_letters(model, random));
    if (has_attention) print_weights(model, {0, 1, 2, 3, n_letters, 3, 2, 1, 0});
  }
}

int main(int argc, char** argv) { return run_program(argc, argv, program); }
