// name_model.h: the scalar models of chapters 5, 6 and 7, with parts that can be left out, a
// training that keeps the losses, and the pairs of letters that chapter 3 counts.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "support/corpus.h"
#include "support/plots/plot.h"
#include "support/values/vector.h"

namespace holo {

/// Chapter 5: the scores of what follows a token from its embedding and two matrices.
struct PairNetwork {
  PairNetwork(std::size_t vocab_size, bool squared_relu, PythonRandom& random);
  /// The mean of -log p(next token) over a document.
  Value loss(const std::vector<int>& tokens) const;

  bool squared_relu;
  Vector parameters;
  Matrix wte, mlp_fc1, mlp_fc2, lm_head;
};

/// Chapter 6 with one head, chapter 7 with several: one layer of attention and MLP.
struct NameGpt {
  struct Parts {
    std::size_t heads = 1;
    bool residual = true, norm = true;
    double std = 0.08;  ///< of the first random numbers
  };
  NameGpt(std::size_t vocab_size, const Parts& parts, PythonRandom& random);
  /// The mean of -log p(next token) over the first 16 tokens of a document. The weights of
  /// attention, a row for each position and head, are put at the end of `weights`.
  Value loss(const std::vector<int>& tokens, Matrix* weights = nullptr) const;

  Parts parts;
  Vector parameters;
  Matrix wte, wpe, lm_head, attn_wq, attn_wk, attn_wv, attn_wo, mlp_fc1, mlp_fc2;
};

/// One document a step, in order: `loss` of it, backward, and `update` with the step from 0.
/// The losses of the steps.
std::vector<double> train_names(const Corpus& corpus, int steps,
                                const std::function<Value(const std::vector<int>& document)>& loss,
                                const std::function<void(int step)>& update);

/// p -= rate (1 - step / steps) grad, the plain gradient descent of chapters 5 and 6.
std::function<void(int step)> plain_descent(Vector& parameters, double rate, int steps);

/// The mean of every `window` losses, drawn in the middle of their steps.
Series mean_losses(const std::string& name, const std::vector<double>& losses, int window);

/// The mean of the last `count`, or of all when there are fewer.
double last_losses(const std::vector<double>& losses, std::size_t count);

/// How often each token of the names follows each other one, as chapter 3 counts.
struct LetterPairs {
  std::vector<std::vector<double>> counts;  ///< [a][b]: b follows a
  std::vector<double> totals;               ///< of the rows

  /// The mean of -log counts[a][b] / totals[a] over all pairs: no table of pairs has less.
  double loss() const;
};

LetterPairs count_letter_pairs(const Corpus& corpus);

/// The text of a token; "." for BOS.
std::string token_letter(const CharTokenizer& tokenizer, int token);

}  // namespace holo
