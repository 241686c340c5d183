// model.h: a gated layer and the backward of its gate, right and with known mistakes.
#pragma once

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "exercises/support/judge.h"

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
  whole,
  second_transposed,
  no_second,
  sigmoid_gate,
  no_gate,
  relu_gate,
  last_product,
  activated_after
};
inline const std::vector<std::string> forward_sentences = {
    "the activation is for the gate, the second half: yours is on the value",
    "the first half of the rows is the value: yours take turns",
    "the gate multiplies the value: yours is added",
    "the gate goes through SiLU before it multiplies: yours is bilinear",
    "the value has no activation: SiLU is for the gate alone",
    "your sums have lost their fraction: take double, not int",
    "a row of w2 belongs to an output: yours takes its columns",
    "w2 is missing: y = w2 h",
    "the gate goes through SiLU: yours goes through the sigmoid alone",
    "the gate is missing: h = value * silu(gate)",
    "the gate goes through SiLU: yours goes through ReLU",
    "a product of a matrix is a sum over its columns: yours keeps the last: use +=",
    "SiLU is for the gate alone: yours is taken of the product"};
inline double dot(const Row& a, const Row& b, const Made& made) {
  double sum = 0;
  for (size_t i = 0; i < b.size(); ++i) {
    sum = made(last_product) ? a[i] * b[i] : sum + a[i] * b[i];
    if (made(whole)) sum = std::trunc(sum);
  }
  return sum;
}
inline Row forward_with(const Row& x, const Table& w1, const Table& w2, const Made& made) {
  const size_t hidden = w1.size() / 2;
  Row h, y;
  for (size_t j = 0; j < hidden; ++j) {
    const double value = dot(w1[made(in_turn) ? 2 * j : j], x, made);
    const double gate = dot(w1[made(in_turn) ? 2 * j + 1 : j + hidden], x, made);
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
    Row row = w2[i];
    if (made(second_transposed)) {
      for (size_t j = 0; j < row.size(); ++j) row[j] = w2[j % w2.size()][i % row.size()];
    }
    y.push_back(dot(row, h, made));
  }
  return y;
}

enum {
  bare_gate,
  no_upstream,
  no_derivative,
  one_term,
  sigmoid_term,
  sigmoid_derivative,
  gate_no_upstream,
  gate_no_value,
  silu_of_value,
  no_z,
  at_output,
  exchanged,
  sigmoid_for_value,
  value_slope,
  minus_term,
  silu_for_derivative,
  value_of_silu
};
inline const std::vector<std::string> backward_sentences = {
    "the value was multiplied by silu(gate), so its gradient is too",
    "multiply by the gradient that comes from above",
    "the gradient of the gate goes through SiLU: its derivative is missing",
    "the derivative of SiLU has two terms: z occurs twice in z * sigmoid(z)",
    "the sigmoid in SiLU depends on z too: add z * sigmoid * (1 - sigmoid)",
    "this is the derivative of the sigmoid: take that of z * sigmoid(z)",
    "multiply the gradient of the gate by the one that comes from above",
    "the gate multiplied the value: the value is missing in its gradient",
    "the gradient of the value has silu(gate) in it: yours has silu(value)",
    "the second term of the derivative of SiLU is z * sigmoid * (1 - sigmoid): the z is missing",
    "the derivative of SiLU is taken at the gate, its input: yours is taken at the output",
    "the gradients of value and gate are exchanged",
    "the gradient of the value has silu(gate) in it: yours has the sigmoid alone",
    "the value has no activation: the derivative of SiLU does not belong into its gradient",
    "the two terms of the derivative of SiLU are added, not subtracted",
    "the gradient of the gate needs the derivative of SiLU: yours has SiLU itself",
    "the value itself is in the gradient of the gate, not silu(value)"};
inline Row backward_with(const Row& values, const Row& gates, const Row& upstream,
                         const Made& made) {
  Row for_value, for_gate;
  for (size_t j = 0; j < values.size(); ++j) {
    const double value = values[j], gate = gates[j], g = upstream[j];
    const double z = made(at_output) ? silu(gate) : gate, s = sigmoid(z);
    double slope = s + z * s * (1 - s);
    if (made(no_derivative)) slope = 1;
    if (made(one_term)) slope = z * s * (1 - s);
    if (made(sigmoid_term)) slope = s;
    if (made(sigmoid_derivative)) slope = s * (1 - s);
    if (made(no_z)) slope = s + s * (1 - s);
    if (made(minus_term)) slope = s - z * s * (1 - s);
    if (made(silu_for_derivative)) slope = silu(z);
    double factor = made(bare_gate) ? gate : silu(gate);
    if (made(silu_of_value)) factor = silu(value);
    if (made(sigmoid_for_value)) factor = sigmoid(gate);
    if (made(value_slope)) factor = slope;
    for_value.push_back((made(no_upstream) ? 1 : g) * factor);
    double by = made(gate_no_value) ? 1 : made(value_of_silu) ? silu(value) : value;
    for_gate.push_back((made(no_upstream) || made(gate_no_upstream) ? 1 : g) * by * slope);
  }
  if (made(exchanged)) std::swap(for_value, for_gate);
  for_value.insert(for_value.end(), for_gate.begin(), for_gate.end());
  return for_value;
}

}  // namespace exercise::gated
