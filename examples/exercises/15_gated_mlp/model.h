// model.h: a gated layer, right and with known mistakes.
#pragma once

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "exercises/support/reading.h"
#include "exercises/support/sum.h"

namespace exercise::gated {

using Row = std::vector<double>;
using Table = std::vector<Row>;

inline double sigmoid(double z) { return 1 / (1 + std::exp(-z)); }
inline double silu(double z) { return z * sigmoid(z); }

enum { its_sigmoid, relu_alone, minus_z, tanh_gate, squared, plus, sigmoid_less_one, identity };
inline const std::vector<std::string> silu_sentences = {
    "SiLU is z * sigmoid(z): yours is the sigmoid",
    "SiLU is z * sigmoid(z): yours is ReLU",
    "the sigmoid is 1 / (1 + e^-z): the minus is missing",
    "SiLU is z * sigmoid(z): yours has tanh in place of the sigmoid",
    "SiLU is z * sigmoid(z): yours multiplies by z twice",
    "SiLU is z * sigmoid(z): yours adds them",
    "SiLU is z * sigmoid(z): yours multiplies by sigmoid(z) - 1",
    "SiLU is z * sigmoid(z): yours is z itself"};
inline double silu_with(double z, const Made& made) {
  if (made(its_sigmoid)) return sigmoid(z);
  if (made(relu_alone)) return std::max(0.0, z);
  if (made(minus_z)) return z * sigmoid(-z);
  if (made(tanh_gate)) return z * std::tanh(z);
  if (made(squared)) return z * z * sigmoid(z);
  if (made(plus)) return z + sigmoid(z);
  if (made(sigmoid_less_one)) return z * (sigmoid(z) - 1);
  if (made(identity)) return z;
  return silu(z);
}

enum {
  value_activated,
  in_turn,
  added_gate,
  bilinear,
  both_activated,
  second_transposed,
  no_second,
  sigmoid_gate,
  no_gate,
  relu_gate,
  activated_after,
  half_of_x,
  products,  // of w1 and x
  products_of_second = products + sum::mistakes,
  read_first = products_of_second + sum::mistakes,
  read_second = read_first + table::mistakes,
  read_x = read_second + table::mistakes,
  all_products = read_x + row::mistakes  // of w1 and x as of w2 and h
};
inline const std::vector<std::string> own_forward_sentences = {
    "the activation is for the gate, the second half: yours is on the value",
    "the first half of the rows is the value: yours take turns",
    "the gate multiplies the value: yours is added",
    "the gate goes through SiLU before it multiplies: yours is bilinear",
    "the value has no activation: SiLU is for the gate alone",
    "a row of w2 belongs to an output: yours takes its columns",
    "w2 is missing: y = w2 h",
    "the gate goes through SiLU: yours goes through the sigmoid alone",
    "the gate is missing: h = value * silu(gate)",
    "the gate goes through SiLU: yours goes through ReLU",
    "SiLU is for the gate alone: yours is taken of the product",
    "half of the rows of w1 are values: yours takes half of the number of x"};
inline const std::vector<std::string> forward_sentences =
    joined({own_forward_sentences, sum::sentences("the sum of the products of w1 and x"),
            sum::sentences("the sum of the products of w2 and h"), table::sentences("w1"),
            table::sentences("w2"), row::sentences("x"),
            sum::sentences("the sum of the products of a row of w1 or w2")});

// Row i of w times x, without their sum.
inline Row terms_of(const Table& w, size_t i, const Row& x, int read_w, const Made& made) {
  Row terms;
  for (size_t c = 0; c < x.size(); ++c) {
    const table::Place place = table::read(made, read_w, i, c, w.size(), w[0].size());
    const size_t element = read_w == read_first ? row::read(made, read_x, c, x.size()) : c;
    terms.push_back(w[place.row][place.column] * x[element]);
  }
  return terms;
}

inline Row forward_with(const Row& x, const Table& w1, const Table& w2, const Made& given) {
  Made made = given;
  for (int i = 0; i < sum::mistakes; ++i) {
    if (given(all_products + i)) made = Made({products + i, products_of_second + i});
  }
  const size_t hidden = (made(half_of_x) ? x.size() : w1.size()) / 2;
  Row h, y;
  Sum<> values(made, products), gates(made, products), outputs(made, products_of_second);
  for (size_t j = 0; j < hidden; ++j) {
    const size_t value_row = made(in_turn) ? 2 * j : j,
                 gate_row = made(in_turn) ? 2 * j + 1 : j + hidden;
    const double value = values.of(terms_of(w1, value_row, x, read_first, made));
    const double gate = gates.of(terms_of(w1, gate_row, x, read_first, made));
    double number = value * silu(gate);
    if (made(value_activated)) number = silu(value) * gate;
    if (made(added_gate)) number = value + silu(gate);
    if (made(bilinear)) number = value * gate;
    if (made(both_activated)) number = silu(value) * silu(gate);
    if (made(sigmoid_gate)) number = value * sigmoid(gate);
    if (made(no_gate)) number = silu(value);
    if (made(relu_gate)) number = value * std::max(0.0, gate);
    if (made(activated_after)) number = silu(value * gate);
    h.push_back(number);
  }
  if (made(no_second)) return h;
  for (size_t i = 0; i < w2.size(); ++i) {
    Table w = w2;
    if (made(second_transposed)) {
      for (size_t j = 0; j < w2[i].size(); ++j) w[i][j] = w2[j % w2.size()][i % w2[i].size()];
    }
    y.push_back(outputs.of(terms_of(w, i, h, read_second, made)));
  }
  return y;
}

}  // namespace exercise::gated
