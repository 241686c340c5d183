// backward.h: the backward of a gate, right and with known mistakes.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "exercises/15_gated_mlp/model.h"

namespace exercise::gated {

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
  value_of_silu,
  silu_in_second,
  one_plus_s,
  read_value,
  read_gate = read_value + row::mistakes,
  read_gradient = read_gate + row::mistakes
};
inline const std::vector<std::string> own_backward_sentences = {
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
    "the gradient of the gate needs the derivative of SiLU: yours is SiLU itself, as "
    "s + z * s * 1 - s is without parentheses",
    "the value itself is in the gradient of the gate, not silu(value)",
    "the second term of the derivative of SiLU is z * sigmoid * (1 - sigmoid): yours has silu(z) "
    "in "
    "place of z",
    "the second term of the derivative of SiLU is z * sigmoid * (1 - sigmoid): yours has 1 + "
    "sigmoid"};
inline const std::vector<std::string> backward_sentences =
    joined({own_backward_sentences, row::sentences("the value"), row::sentences("the gate"),
            row::sentences("the gradient")});
inline Row backward_with(const Row& values, const Row& gates, const Row& upstream,
                         const Made& made) {
  Row for_value, for_gate;
  for (size_t j = 0; j < values.size(); ++j) {
    const size_t count = values.size();
    const double value = values[row::read(made, read_value, j, count)],
                 gate = gates[row::read(made, read_gate, j, count)],
                 g = upstream[row::read(made, read_gradient, j, count)];
    const double z = made(at_output) ? silu(gate) : gate, s = sigmoid(z);
    double slope = s + z * s * (1 - s);
    if (made(no_derivative)) slope = 1;
    if (made(one_term)) slope = z * s * (1 - s);
    if (made(sigmoid_term)) slope = s;
    if (made(sigmoid_derivative)) slope = s * (1 - s);
    if (made(no_z)) slope = s + s * (1 - s);
    if (made(minus_term)) slope = s - z * s * (1 - s);
    if (made(silu_for_derivative)) slope = silu(z);
    if (made(silu_in_second)) slope = s + silu(z) * s * (1 - s);
    if (made(one_plus_s)) slope = s + z * s * (1 + s);
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
