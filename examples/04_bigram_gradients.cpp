// 04_bigram_gradients: the table of letter pairs again, found by gradient descent. The gradients
// are made by hand and by tape, and compared. A token still knows nothing but the one before it.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "holo/check.h"
#include "holo/random.h"
#include "holo/tokenizer.h"
#include "holo/value.h"
#include "support/corpus.h"
#include "support/recorded/command_line.h"
#include "support/recording.h"
#include "support/values/vector.h"

using namespace holo;

// table[a][b] belongs to the pair "token b follows token a": vocab_size rows and columns.
using Table = std::vector<std::vector<double>>;

constexpr double learning_rate = 50;

double total(const std::vector<double>& row) {
  double sum = 0;
  for (double x : row) sum += x;
  return sum;
}

double total(const Table& table) {
  double sum = 0;
  for (const std::vector<double>& row : table) sum += total(row);
  return sum;
}

// Each text is a document between two BOS, so that its beginning and its end are pairs too.
Table count_pairs(const std::vector<std::vector<int>>& texts, std::size_t vocab_size) {
  if (vocab_size > 200) {
    throw Error("--data", fmt::format("{} tokens", vocab_size), "at most 200",
                "a text with fewer different characters");
  }
  Table counts(vocab_size, std::vector<double>(vocab_size));
  for (const std::vector<int>& tokens : texts) {
    for (std::size_t i = 0; i + 1 < tokens.size(); ++i) {
      counts[static_cast<std::size_t>(tokens[i])][static_cast<std::size_t>(tokens[i + 1])] += 1;
    }
  }
  return counts;
}

// p[a] = softmax(logits[a]), the numbers alone
Table probabilities(const Matrix& logits) {
  Table p(logits.size());
  for (std::size_t a = 0; a < logits.size(); ++a) {
    const Tape::Scope scope;
    for (Value value : softmax(logits[a])) p[a].push_back(value.data());
  }
  return p;
}

// The mean of -log p[a][b] over all pairs of the data: each different pair once, times its count.
Value loss(const Table& counts, const Matrix& logits) {
  Vector losses;
  for (std::size_t a = 0; a < counts.size(); ++a) {
    const Vector p = softmax(logits[a]);
    for (std::size_t b = 0; b < counts.size(); ++b) {
      if (counts[a][b] > 0) losses.push_back(counts[a][b] * -log(p[b]));
    }
  }
  return sum(losses) / total(counts);
}

// A pair (a, b) adds p[a][c] - [c = b] to the gradient of logit[a][c]: softmax minus one-hot. All
// pairs that begin with a add their number times p[a][c], minus counts[a][c].
Table gradients_by_hand(const Table& counts, const Matrix& logits) {
  const double pairs = total(counts);
  Table gradients = probabilities(logits);
  for (std::size_t a = 0; a < counts.size(); ++a) {
    const double pairs_from_a = total(counts[a]);
    for (std::size_t c = 0; c < counts.size(); ++c) {
      gradients[a][c] = (pairs_from_a * gradients[a][c] - counts[a][c]) / pairs;
    }
  }
  return gradients;
}

// Gradient descent on all pairs at once: no chance in it.
void train(const Table& counts, Matrix& logits, std::int64_t steps) {
  double largest = 0;
  for (std::int64_t step = 1; step <= steps; ++step) {
    const Tape::Scope scope;
    const Value mean = loss(counts, logits);
    Tape::current().zero_grad();
    mean.backward();
    if (step == 1 || step % 100 == 0) fmt::print("step {:4}: loss {:.4f}\n", step, mean.data());

    const Table by_hand = gradients_by_hand(counts, logits);
    for (std::size_t a = 0; a < counts.size(); ++a) {
      for (std::size_t b = 0; b < counts.size(); ++b) {
        Value& p = logits[a][b];
        largest = std::max(largest, std::fabs(p.grad() - by_hand[a][b]));
        p.set_data(p.data() - learning_rate * p.grad());
      }
    }
  }
  fmt::print("gradients by tape and by hand: largest difference {:.0e}\n", largest);
}

// Learns nine tenths of the names, with the gradients by hand. What is the loss of these, and of
// the other tenth? A recording has the training alone.
void print_held_out(const std::vector<std::vector<int>>& texts, std::size_t vocab_size,
                    std::int64_t steps) {
  if (is_recording()) return;
  std::vector<std::vector<int>> learned, held_out;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    (i % 10 == 9 ? held_out : learned).push_back(texts[i]);
  }
  if (held_out.empty()) return;
  const Table counts = count_pairs(learned, vocab_size);
  Matrix logits(vocab_size);
  for (Vector& row : logits) {
    for (std::size_t b = 0; b < vocab_size; ++b) row.emplace_back(0.0);
  }
  for (std::int64_t step = 1; step <= steps; ++step) {
    const Table gradients = gradients_by_hand(counts, logits);
    for (std::size_t a = 0; a < vocab_size; ++a) {
      for (std::size_t b = 0; b < vocab_size; ++b) {
        logits[a][b].set_data(logits[a][b].data() - learning_rate * gradients[a][b]);
      }
    }
  }
  fmt::print("loss of {} names learned: {:.4f}, of {} held out: {:.4f}\n", learned.size(),
             loss(counts, logits).data(), held_out.size(),
             loss(count_pairs(held_out, vocab_size), logits).data());
}

// From BOS one token by chance after the other, until BOS comes again or the name is long.
std::string sample(const Table& p, const CharTokenizer& tokenizer, PythonRandom& random) {
  std::vector<int> tokens;
  int token = tokenizer.bos();
  while (tokens.size() < 50) {
    token = static_cast<int>(random.choices(p[static_cast<std::size_t>(token)]));
    if (token == tokenizer.bos()) break;
    tokens.push_back(token);
  }
  return tokenizer.decode(tokens);
}

void program(int argc, char** argv) {
  CommandLine cli(argc, argv, "Learns the letter pairs of names and makes new names from them.");
  const std::string data = cli.text("--data", "", "FILE", "one document a line (default: names)");
  const std::int64_t seed = cli.integer("--seed", 42, 0, INT64_MAX, "seed of the random numbers");
  const std::int64_t samples = cli.integer("--samples", 10, 0, 1'000'000, "names to make");
  const std::int64_t steps =
      cli.integer("--steps", 1000, 0, 1'000'000, "steps of gradient descent");
  cli.finish();

  const std::vector<std::string> documents = load_documents(data);
  const CharTokenizer tokenizer(documents);
  std::vector<std::vector<int>> texts;
  for (const std::string& document : documents) {
    texts.push_back(tokenizer.encode(document));
    texts.back().insert(texts.back().begin(), tokenizer.bos());
    texts.back().push_back(tokenizer.bos());
  }
  const int vocab_size = tokenizer.vocab_size();
  const Table counts = count_pairs(texts, static_cast<std::size_t>(vocab_size));
  fmt::print("{} documents, {} tokens, {:.0f} pairs, {} parameters\n", documents.size(), vocab_size,
             total(counts), vocab_size * vocab_size);

  Matrix logits(counts.size()), best(counts.size());
  for (std::size_t a = 0; a < counts.size(); ++a) {
    for (double count : counts[a]) {
      logits[a].emplace_back(0.0);
      best[a].emplace_back(std::log(count));  // softmax gives count / total back
    }
  }
  train(counts, logits, steps);
  fmt::print("loss, counts: {:.4f}\n", loss(counts, best).data());
  print_held_out(texts, static_cast<std::size_t>(vocab_size), steps);
  fmt::print("\n");

  const Table p = probabilities(logits);
  PythonRandom random(seed);
  for (std::int64_t i = 0; i < samples; ++i) fmt::print("{}\n", sample(p, tokenizer, random));
}

int main(int argc, char** argv) { return run_program(argc, argv, program); }
