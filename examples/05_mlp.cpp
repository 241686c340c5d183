// 05_mlp: a small network in place of the table of pairs. A token becomes a row of numbers, two
// matrices with a bend between them make scores of it, and the tape finds all gradients. It still
// sees one token. Beside each loss stands the loss of the counted table on the same names.
#include <fmt/format.h>

#include <cmath>
#include <cstdint>

#include "holo/random.h"
#include "holo/value.h"
#include "support/corpus.h"
#include "support/recorded/command_line.h"
#include "support/recording.h"
#include "support/values/training.h"
#include "support/values/vector.h"

using namespace holo;

constexpr std::size_t n_embd = 16;
constexpr std::size_t n_hidden = 4 * n_embd;

struct Mlp {
  bool squared_relu;
  Vector parameters;  // all of the following, in the order in which they are made
  Matrix wte, mlp_fc1, mlp_fc2, lm_head;

  Mlp(std::size_t vocab_size, bool squared, PythonRandom& random) : squared_relu(squared) {
    const auto draw = [&](const char* name, std::size_t rows, std::size_t columns) {
      return matrix(name, rows, columns, 0.3, random, parameters);
    };
    wte = draw("wte", vocab_size, n_embd);
    mlp_fc1 = draw("mlp_fc1", n_hidden, n_embd);
    mlp_fc2 = draw("mlp_fc2", n_embd, n_hidden);
    lm_head = draw("lm_head", vocab_size, n_embd);
  }

  // fc2 act(fc1 x), with act(x) = max(0, x) or max(0, x)^2
  Vector mlp(const Vector& x) const {
    Vector hidden = linear(x, mlp_fc1);
    for (Value& h : hidden) h = squared_relu ? relu2(h) : relu(h);
    return linear(hidden, mlp_fc2);
  }

  // The scores of what may follow `token`.
  Vector logits(int token) const {
    const Vector x = wte[static_cast<std::size_t>(token)];
    return linear(mlp(x), lm_head);
  }

  // The mean of -log p(next token) over a document.
  Value loss(const std::vector<int>& tokens) const {
    Vector losses;
    for (std::size_t i = 0; i + 1 < tokens.size(); ++i) {
      const Vector p = softmax(logits(tokens[i]));
      losses.push_back(-log(p[static_cast<std::size_t>(tokens[i + 1])]));
    }
    return sum(losses) / static_cast<double>(losses.size());
  }
};

// The mean of -log p(next token) over each document, for the table of chapter 3: it is counted over
// all of them.
std::vector<double> counted_losses(const Corpus& corpus) {
  const std::size_t n = corpus.vocab_size();
  std::vector<std::vector<double>> counts(n, std::vector<double>(n));
  std::vector<double> totals(n);
  for (const std::vector<int>& tokens : corpus.documents) {
    for (std::size_t i = 0; i + 1 < tokens.size(); ++i) {
      const auto a = static_cast<std::size_t>(tokens[i]);
      counts[a][static_cast<std::size_t>(tokens[i + 1])] += 1;
      totals[a] += 1;
    }
  }
  std::vector<double> losses;
  for (const std::vector<int>& tokens : corpus.documents) {
    double sum = 0;
    for (std::size_t i = 0; i + 1 < tokens.size(); ++i) {
      const auto a = static_cast<std::size_t>(tokens[i]);
      sum -= std::log(counts[a][static_cast<std::size_t>(tokens[i + 1])] / totals[a]);
    }
    losses.push_back(sum / static_cast<double>(tokens.size() - 1));
  }
  return losses;
}

// Stochastic gradient descent: one document a step, in order.
void train(Mlp& model, const Corpus& corpus, const std::vector<double>& counted,
           std::int64_t steps) {
  constexpr std::int64_t window = 500;
  double window_loss = 0, window_counted = 0;
  for (std::int64_t step = 1; step <= steps; ++step) {
    const Tape::Scope scope;
    const auto document = static_cast<std::size_t>(step - 1) % corpus.documents.size();
    Value loss = model.loss(corpus.documents[document]);
    loss.set_label("loss");
    Tape::current().zero_grad();
    loss.backward();
    const double done = static_cast<double>(step - 1) / static_cast<double>(steps);
    const double learning_rate = 0.3 * (1 - done);
    for (Value& p : model.parameters) p.set_data(p.data() - learning_rate * p.grad());

    window_loss += loss.data();
    window_counted += counted[document];
    if (step % window == 0) {
      fmt::print("steps {:4} to {:4}: mean loss {:.4f}, counted table {:.4f}\n", step - window + 1,
                 step, window_loss / window, window_counted / window);
      window_loss = window_counted = 0;
    }
  }
}

std::string sample(const Mlp& model, const CharTokenizer& tokenizer, PythonRandom& random) {
  const Tape::Scope scope;
  std::vector<int> tokens;
  int token = tokenizer.bos();
  while (tokens.size() < 16) {
    std::vector<double> weights;
    for (Value p : softmax(model.logits(token))) weights.push_back(p.data());
    token = static_cast<int>(random.choices(weights));
    if (token == tokenizer.bos()) break;
    tokens.push_back(token);
  }
  return tokenizer.decode(tokens);
}

void program(int argc, char** argv) {
  CommandLine cli(argc, argv, "Trains a two-layer MLP to guess the next letter of a name.");
  const std::string data = cli.text("--data", "", "FILE", "one document a line (default: names)");
  const std::int64_t steps = cli.integer("--steps", 5000, 1, 1'000'000'000, "training steps");
  const std::int64_t seed = cli.integer("--seed", 42, 0, INT64_MAX, "seed of the random numbers");
  const std::string activation = cli.choice("--activation", {"relu", "relu2"}, "relu2: its square");
  cli.finish();

  PythonRandom random(seed);
  const Corpus corpus = load_corpus(data, random);
  Mlp model(corpus.vocab_size(), activation == "relu2", random);
  fmt::print("{} documents, {} tokens, {} parameters, {}\n", corpus.documents.size(),
             corpus.vocab_size(), model.parameters.size(), activation);
  const std::vector<double> counted = counted_losses(corpus);
  train(model, corpus, counted, steps);
  const std::size_t all = corpus.documents.size(), unseen = unseen_documents(corpus, steps);
  if (unseen > 0 && !is_recording()) {
    double sum = 0;
    for (std::size_t i = all - unseen; i < all; ++i) sum += counted[i];
    fmt::print("validation loss, {} names not trained on: {:.4f}, counted table {:.4f}\n", unseen,
               validation_loss(model, corpus, steps), sum / static_cast<double>(unseen));
  }
  for (int i = 0; i < 10; ++i) fmt::print("{}\n", sample(model, corpus.tokenizer, random));
}

int main(int argc, char** argv) { return run_program(argc, argv, program); }
