// 03_bigram_counts: which letter follows which in a list of names, counted; and names made from the
// counts. Nothing is learned by gradients here: the best table of pairs is found by counting.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "holo/check.h"
#include "holo/random.h"
#include "holo/tokenizer.h"
#include "support/corpus.h"
#include "support/recorded/command_line.h"

using namespace holo;

// table[a][b] belongs to the pair "token b follows token a": vocab_size rows and columns.
using Table = std::vector<std::vector<double>>;

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

// p[a][b] = (counts[a][b] + smoothing) / sum over b of the same
Table probabilities(const Table& counts, double smoothing) {
  Table p = counts;
  for (std::vector<double>& row : p) {
    for (double& x : row) x += smoothing;
    const double sum = total(row);
    for (double& x : row) x /= sum;
  }
  return p;
}

// The mean of -log p[a][b] over all pairs of the data: each different pair once, times its count.
double loss(const Table& counts, const Table& p) {
  double sum = 0;
  for (std::size_t a = 0; a < counts.size(); ++a) {
    for (std::size_t b = 0; b < counts.size(); ++b) {
      if (counts[a][b] > 0) sum -= counts[a][b] * std::log(p[a][b]);
    }
  }
  return sum / total(counts);
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

// One line a token: its number of pairs, and the five most probable tokens after it.
void print_table(const Table& counts, const Table& p, const CharTokenizer& tokenizer) {
  for (std::size_t a = 0; a < p.size(); ++a) {
    std::vector<std::size_t> order;
    for (std::size_t b = 0; b < p.size(); ++b) order.push_back(b);
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t b, std::size_t c) { return p[a][b] > p[a][c]; });
    order.resize(std::min(order.size(), std::size_t{5}));

    fmt::print("{:>5} {:6.0f}", tokenizer.token_text(static_cast<int>(a)), total(counts[a]));
    for (std::size_t b : order) {
      fmt::print("  {:>5} {:.3f}", tokenizer.token_text(static_cast<int>(b)), p[a][b]);
    }
    fmt::print("\n");
  }
}

// Counts nine tenths of the names. Prints their loss and the loss of the other tenth.
void print_held_out(const std::vector<std::vector<int>>& texts, std::size_t vocab_size) {
  std::vector<std::vector<int>> counted, held_out;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    (i % 10 == 9 ? held_out : counted).push_back(texts[i]);
  }
  const Table counts = count_pairs(counted, vocab_size), others = count_pairs(held_out, vocab_size);
  fmt::print("\nsmoothing  loss of {} names counted  of {} held out\n", counted.size(),
             held_out.size());
  for (const double smoothing : {0.0, 0.01, 1.0, 100.0}) {
    const Table p = probabilities(counts, smoothing);
    fmt::print("{:9} {:27.4f} {:>17.4f}\n", smoothing, loss(counts, p), loss(others, p));
  }
  fmt::print("\n");
}

void program(int argc, char** argv) {
  CommandLine cli(argc, argv, "Counts the letter pairs of names and makes new names from them.");
  const std::string data = cli.text("--data", "", "FILE", "one document a line (default: names)");
  const std::int64_t seed = cli.integer("--seed", 42, 0, INT64_MAX, "seed of the random numbers");
  const std::int64_t samples = cli.integer("--samples", 10, 0, 1'000'000, "names to make");
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
  fmt::print("{} documents, {} tokens, {:.0f} pairs\n", documents.size(), vocab_size,
             total(counts));
  for (int id = 0; id < vocab_size; ++id) fmt::print("{} ", tokenizer.token_text(id));
  fmt::print("\n{}:", documents.front());
  for (int token : texts.front()) fmt::print(" {}", token);

  const Table p = probabilities(counts, 1);
  fmt::print("\n\ntoken  pairs  the five most probable next tokens\n");
  print_table(counts, p, tokenizer);

  fmt::print("\nloss, every token equally probable: {:.4f}\n", std::log(vocab_size));
  fmt::print("loss, counts:                       {:.4f}\n",
             loss(counts, probabilities(counts, 0)));
  fmt::print("loss, counts + 1:                   {:.4f}\n", loss(counts, p));
  print_held_out(texts, static_cast<std::size_t>(vocab_size));

  PythonRandom random(seed);
  for (std::int64_t i = 0; i < samples; ++i) fmt::print("{}\n", sample(p, tokenizer, random));
}

int main(int argc, char** argv) { return run_program(argc, argv, program); }
