// 07_copy: a model learns to say what came after a letter the last time: after cfahbe and then a,
// it says h. One layer cannot do this. We train the model of 07_heads with one head, first with one
// layer, then with two.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "holo/random.h"
#include "holo/value.h"
#include "support/recorded/command_line.h"
#include "support/values/training.h"
#include "support/values/vector.h"

using namespace holo;

constexpr std::size_t n_tokens = 8;                 // a to h
constexpr std::size_t n_text = 6, n_questions = 3;  // letters without a repetition; pairs of them
constexpr std::size_t n_positions = n_text + 2 * n_questions;
constexpr std::size_t n_embd = 16, n_hidden = 4 * n_embd;

using Tokens = std::vector<std::size_t>;

// "cfahbe ah be fa", without the spaces: after the text, pairs that stand in it. The second letter
// of a pair is the answer to the first.
Tokens random_text(PythonRandom& random) {
  Tokens text;
  while (text.size() < n_text) {
    const auto letter = static_cast<std::size_t>(random.randbelow(n_tokens));
    if (std::find(text.begin(), text.end(), letter) == text.end()) text.push_back(letter);
  }
  for (std::size_t i = 0; i < n_questions; ++i) {
    const auto at = static_cast<std::size_t>(random.randbelow(n_text - 1));
    text.push_back(text[at]);
    text.push_back(text[at + 1]);
  }
  return text;
}

struct Layer {
  Matrix attn_wq, attn_wk, attn_wv, attn_wo, mlp_fc1, mlp_fc2;
};

struct Cache {  // of one layer
  Matrix keys, values, weights;
};

struct Gpt {
  Vector parameters;  // all of the following, in the order in which they are made
  Matrix wte, wpe, lm_head;
  std::vector<Layer> layers;

  Gpt(std::size_t n_layer, PythonRandom random) {
    const auto draw = [&](const std::string& name, std::size_t rows, std::size_t columns) {
      return matrix(name, rows, columns, 0.08, random, parameters);
    };
    wte = draw("wte", n_tokens, n_embd);
    wpe = draw("wpe", n_positions, n_embd);
    lm_head = draw("lm_head", n_tokens, n_embd);
    for (std::size_t i = 0; i < n_layer; ++i) {
      const std::string name = fmt::format("layer{}.", i);
      layers.push_back(
          {draw(name + "attn_wq", n_embd, n_embd), draw(name + "attn_wk", n_embd, n_embd),
           draw(name + "attn_wv", n_embd, n_embd), draw(name + "attn_wo", n_embd, n_embd),
           draw(name + "mlp_fc1", n_hidden, n_embd), draw(name + "mlp_fc2", n_embd, n_hidden)});
    }
  }

  // softmax(q . k / sqrt(n_embd)) v, over the positions so far
  Vector attention(const Vector& x, const Layer& layer, Cache& cache) const {
    const Vector q = linear(x, layer.attn_wq);
    cache.keys.push_back(linear(x, layer.attn_wk));
    cache.values.push_back(linear(x, layer.attn_wv));
    Vector scores;
    for (const Vector& k : cache.keys) scores.push_back(dot(q, k) / std::sqrt(n_embd));
    const Vector weights = softmax(scores);
    cache.weights.push_back(weights);
    Vector out(n_embd), column(weights.size());
    for (std::size_t j = 0; j < n_embd; ++j) {
      for (std::size_t t = 0; t < column.size(); ++t) column[t] = cache.values[t][j];
      out[j] = dot(weights, column);
    }
    return linear(out, layer.attn_wo);
  }

  Vector mlp(const Vector& x, const Layer& layer) const {
    Vector hidden = linear(x, layer.mlp_fc1);
    for (Value& h : hidden) h = relu(h);
    return linear(hidden, layer.mlp_fc2);
  }

  // For each question the probabilities of all letters.
  Matrix answers(const Tokens& text, std::vector<Cache>& caches) const {
    caches.resize(layers.size());
    Matrix answers;
    for (std::size_t t = 0; t + 1 < text.size(); ++t) {
      Vector x = rmsnorm(add(wte[text[t]], wpe[t]));
      for (std::size_t i = 0; i < layers.size(); ++i) {
        x = add(attention(rmsnorm(x), layers[i], caches[i]), x);
        x = add(mlp(rmsnorm(x), layers[i]), x);
      }
      if (is_question(t)) answers.push_back(softmax(linear(x, lm_head)));
    }
    return answers;
  }

  // The mean of -log p(letter) over the answers.
  Value loss(const Tokens& text) const {
    std::vector<Cache> caches;
    const Matrix p = answers(text, caches);
    Value loss(0.0);
    for (std::size_t i = 0; i < n_questions; ++i) {
      loss -= log(p[i][text[answer_place(i)]]) / n_questions;
    }
    return loss;
  }

  static bool is_question(std::size_t t) { return t >= n_text && (t - n_text) % 2 == 0; }

  // The place of the right answer in a text.
  static std::size_t answer_place(std::size_t question) { return n_text + 2 * question + 1; }
};

// How many first questions of 1000 new texts it answers right, in per cent: it answers the most
// probable letter.
double right_answers(const Gpt& model, PythonRandom& random) {
  double right = 0;
  for (int i = 0; i < 1000; ++i) {
    const Tape::Scope scope;
    const Tokens text = random_text(random);
    std::vector<Cache> caches;
    right += most_probable(model.answers(text, caches)[0]) == text[Gpt::answer_place(0)] ? 1 : 0;
  }
  return right / 10;
}

// How much each letter up to the first question looks at the letters so far, in each layer.
void print_weights(const Gpt& model, const Tokens& text) {
  const Tape::Scope scope;
  std::vector<Cache> caches;
  model.answers(text, caches);
  const auto letter = [&](std::size_t i) { return static_cast<char>('a' + text[i]); };
  for (std::size_t layer = 0; layer < caches.size(); ++layer) {
    fmt::print("\nlayer {} ", layer + 1);
    for (std::size_t t = 0; t <= n_text; ++t) fmt::print("{:>6}", letter(t));
    for (std::size_t t = 0; t <= n_text; ++t) {
      fmt::print("\n{:<8}", letter(t));
      for (const Value weight : caches[layer].weights[t]) fmt::print("{:6.2f}", weight.data());
    }
    fmt::print("\n");
  }
}

void program(int argc, char** argv) {
  CommandLine cli(argc, argv, "Trains one layer, and two, to say what came after a letter before.");
  const std::int64_t steps = cli.integer("--steps", 12000, 1, 1'000'000'000, "training steps");
  const std::int64_t seed = cli.integer("--seed", 42, 0, INT64_MAX, "seed of the random numbers");
  cli.finish();

  for (std::size_t n_layer = 1; n_layer <= 2; ++n_layer) {
    PythonRandom random(seed);
    Gpt model(n_layer, random);
    const auto next = [&](std::int64_t) { return random_text(random); };
    const double loss = train_on(model, next, steps, 0.05);
    fmt::print("{} {}: mean loss {:.4f}, right answers {:.1f} %\n", n_layer,
               n_layer == 1 ? "layer" : "layers", loss, right_answers(model, random));
    if (n_layer == 2) print_weights(model, {2, 5, 0, 7, 1, 4, 0, 7});
  }
}

int main(int argc, char** argv) { return run_program(argc, argv, program); }
