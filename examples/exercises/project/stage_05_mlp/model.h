// model.h: layers, right and with known mistakes.
#pragma once

#include "exercises/project/measure.h"
#include "exercises/support/reading.h"
#include "exercises/support/sum.h"

namespace project::mlp {

using exercise::joined;
using exercise::Sum;
namespace row = exercise::row;
namespace sum = exercise::sum;
namespace table = exercise::table;

enum {
  transposed,
  elementwise,
  x_cut,
  w_cut,
  with_relu,
  products,
  read_w = products + sum::mistakes,
  read_x = read_w + table::mistakes
};
inline const std::vector<std::string> own_linear_sentences = {
    "linear: y[i] is made of row i of w: yours takes a column",
    "linear: each number of x meets all numbers of a row, not only one",
    "linear: x gets no gradient: calculate with the Numbers themselves",
    "linear: w gets no gradient: calculate with the Numbers themselves",
    "linear: there is a relu in it: the layer by itself has none"};
inline const std::vector<std::string> linear_sentences =
    joined({own_linear_sentences, sum::sentences("linear: the sum of the products"),
            table::sentences("w, in linear,"), row::sentences("x, in linear,")});

inline Duals linear_model(const Duals& x, const Table& w, const Made& made) {
  Duals y;
  Sum<Dual> sum_of_products(made, products);
  for (size_t i = 0; i < w.size(); ++i) {
    Duals terms;
    for (size_t j = 0; j < x.size(); ++j) {
      if (made(elementwise) && j != i) continue;
      const auto [row, column] = table::read(made, read_w, i, j, w.size(), w[i].size());
      const Dual weight = made(transposed) ? w[j][i] : w[row][column];
      const Dual number = x[row::read(made, read_x, j, x.size())];
      terms.push_back((made(w_cut) ? cut(weight) : weight) * (made(x_cut) ? cut(number) : number));
    }
    const Dual sum = sum_of_products.of(terms);
    y.push_back(made(with_relu) ? relu(sum) : sum);
  }
  return y;
}
enum {
  no_relu,
  relu_at_end,
  relu_at_begin,
  relu_on_x_only,
  residual,
  tanh_instead,
  hidden_cut,
  squared
};
inline const std::vector<std::string> mlp_sentences = {
    "feed_forward: relu is missing, or its result is put into a copy: two linear layers without it "
    "are one",
    "feed_forward: relu belongs between the two layers, and not behind the second as well",
    "feed_forward: relu belongs between the two layers, and not before the first as well",
    "feed_forward: relu is taken of x: it belongs behind the first layer",
    "feed_forward: x is added to the result: that comes in stage 7, and not in this function",
    "feed_forward: that is tanh: relu is asked for",
    "feed_forward: the hidden numbers get no gradient: calculate with the Numbers themselves",
    "feed_forward: that is the square of relu: relu itself is asked for"};

inline Duals mlp_model(const Duals& x, const Table& fc1, const Table& fc2, const Made& made) {
  const Made right;
  Duals hidden = x;
  if (made(relu_at_begin) || made(relu_on_x_only)) {
    for (Dual& h : hidden) h = relu(h);
  }
  hidden = linear_model(hidden, fc1, right);
  for (Dual& h : hidden) {
    if (made(tanh_instead))
      h = tanh(h);
    else if (!made(no_relu) && !made(relu_on_x_only))
      h = relu(h);
    if (made(squared)) h = h * h;
    if (made(hidden_cut)) h = cut(h);
  }
  Duals y = linear_model(hidden, fc2, right);
  for (size_t i = 0; i < y.size(); ++i) {
    if (made(relu_at_end)) y[i] = relu(y[i]);
    if (made(residual)) y[i] = y[i] + x[i];
  }
  return y;
}
enum {
  column,
  copied,
  next_row,
  by_place,
  first_token,
  no_feed_forward,
  plus_x,
  no_head,
  probabilities,
  relu_of_embedding,
  relu_of_result,
  twice,
  times_x,
  summed_tokens,
  relu_of_logits,
  tied
};
inline const std::vector<std::string> logits_sentences = {
    "logits: the embedding of a token is its row of wte, not its column",
    "logits: the embedding gets no gradient: take the Numbers of wte themselves, no copies of "
    "their data()",
    "logits: the row of wte is that of the next token",
    "logits: the row of wte is chosen by the place in the text: it is chosen by the token",
    "logits: every row is that of the first token",
    "logits: feed_forward is missing between the embedding and lm_head",
    "logits: the embedding is added to feed_forward: that comes in stage 7",
    "logits: lm_head is missing",
    "logits: these are probabilities: softmax comes in cross_entropy, not here",
    "logits: relu of the embedding: feed_forward gets it as it is",
    "logits: there is a relu behind feed_forward: lm_head gets its result as it is",
    "logits: feed_forward is there twice",
    "logits: the result of feed_forward is multiplied by the embedding: it goes into lm_head as it "
    "is",
    "logits: the tokens before are in the sum too: each token has logits of its own",
    "logits: logits may be negative: there is a relu behind lm_head",
    "logits: lm_head is a matrix of its own, not wte"};

// weights: wte, fc1, fc2, lm_head.
inline Table logits_model(const std::vector<int>& tokens, const std::vector<Table>& weights,
                          const Made& made) {
  const Table& wte = weights[0];
  Table result;
  for (size_t i = 0; i < tokens.size(); ++i) {
    size_t row = static_cast<size_t>(tokens[made(first_token) ? 0 : i]);
    if (made(next_row)) row = (row + 1) % wte.size();
    if (made(by_place)) row = i;
    Duals x;
    for (size_t j = 0; j < wte[row].size(); ++j) {
      const Dual number = made(column) ? wte[j][row] : wte[row][j];
      x.push_back(made(copied) ? cut(number) : number);
    }
    for (Dual& number : x) number = made(relu_of_embedding) ? relu(number) : number;
    Duals y = made(no_feed_forward) ? x : mlp_model(x, weights[1], weights[2], Made());
    for (size_t j = 0; made(plus_x) && j < y.size(); ++j) y[j] = y[j] + x[j];
    if (made(twice)) y = mlp_model(y, weights[1], weights[2], Made());
    for (size_t j = 0; j < y.size(); ++j) {
      if (made(relu_of_result)) y[j] = relu(y[j]);
      if (made(times_x)) y[j] = y[j] * x[j];
    }
    result.push_back(made(no_head) ? y : linear_model(y, weights[made(tied) ? 0 : 3], Made()));
    Dual total;
    for (Dual& logit : result.back()) {
      if (made(relu_of_logits)) logit = relu(logit);
      if (made(probabilities)) logit = exp(logit);
      total = total + logit;
    }
    for (size_t j = 0; j < result.back().size(); ++j) {
      if (made(probabilities)) result.back()[j] = result.back()[j] / total;
      if (made(summed_tokens) && i > 0) result.back()[j] = result.back()[j] + result[i - 1][j];
    }
  }
  return result;
}

}  // namespace project::mlp
