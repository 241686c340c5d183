// model.h: neurons, their error and a step, right and with known mistakes.
#pragma once

#include "exercises/project/measure.h"

namespace project::sine {

enum {
  no_tanh,
  no_c,
  c_each,
  w_b,
  w_v,
  b_v,
  one_tanh,
  no_b,
  no_v,
  cut_parameters,
  first_neuron,
  c_inside,
  with_relu,
  v_inside,
  v_added,
  w_added,
  b_outside,
  b_multiplied,
  c_multiplied,
  subtracted,
  last_neuron,
  same_parameters
};
inline const std::vector<std::string> network_sentences = {
    "network: a neuron without tanh is a straight line, and so is the sum of many",
    "network: c, the last parameter, is missing",
    "network: c is added for each neuron: once is enough",
    "network: w and b of a neuron are exchanged: w is the first and is multiplied by x",
    "network: w and v of a neuron are exchanged: w is the first, v the third",
    "network: b and v of a neuron are exchanged: b is the second, v the third",
    "network: tanh belongs to each neuron, not to the sum of them",
    "network: b is missing",
    "network: v is missing: each neuron says how much it counts",
    "network: the parameters get no gradient: calculate with the Numbers themselves, not with "
    "their data()",
    "network: only the first neuron counts: add all of them",
    "network: c goes through tanh: it is added at the end",
    "network: that is relu: this neuron has tanh",
    "network: v is inside tanh: it is what tanh gives that is multiplied by v",
    "network: v is added: it multiplies what tanh gives",
    "network: w and x are added: they are multiplied",
    "network: b is added behind tanh: it belongs inside, to w * x",
    "network: b multiplies: it is added to w * x",
    "network: c multiplies: it is added at the end",
    "network: the neurons are subtracted: add them",
    "network: only the last neuron counts: add all of them",
    "network: all neurons have the parameters of the first: go on by three"};

inline Dual network_model(const Dual& x, const Duals& all, const Made& made) {
  Duals p = all;
  if (made(cut_parameters)) {
    for (Dual& parameter : p) parameter = cut(parameter);
  }
  const Dual c = p.back();
  Dual y = made(no_c) || made(c_each) || made(c_inside) ? Dual(0) : c;
  Dual inside;
  for (size_t i = 0; i + 1 < p.size(); i += 3) {
    Dual w = p[i], b = p[i + 1], v = p[i + 2];
    if (made(w_b)) std::swap(w, b);
    if (made(w_v)) std::swap(w, v);
    if (made(b_v)) std::swap(b, v);
    if (made(same_parameters)) w = p[0], b = p[1], v = p[2];
    const Dual wx = made(w_added) ? w + x : w * x;
    Dual sum = made(no_b) || made(b_outside) ? wx : made(b_multiplied) ? wx * b : wx + b;
    if (made(v_inside)) sum = v * sum;
    if (made(c_inside)) sum = sum + c;
    if (!made(no_tanh) && !made(one_tanh)) {
      sum = made(with_relu) ? relu(sum) : tanh(sum);
    }
    if (made(b_outside)) sum = sum + b;
    if (made(v_added)) sum = v + sum;
    if (!made(no_v) && !made(v_inside) && !made(v_added)) sum = v * sum;
    inside = made(subtracted) ? inside - sum : made(last_neuron) ? sum : inside + sum;
    if (made(c_each)) y = y + c;
    if (made(first_neuron)) break;
  }
  if (made(c_multiplied)) return c * inside;
  return made(one_tanh) ? y + tanh(inside) : y + inside;
}
enum {
  sum_of_all,
  divided_twice,
  root,
  absolute,
  not_squared,
  half,
  last_only,
  first_only,
  square_of_mean,
  no_gradient,
  summed,
  one_less,
  whole_share
};
inline const std::vector<std::string> error_sentences = {
    "mean_squared_error: that is the sum: the mean is divided by how many there are",
    "mean_squared_error: it is divided by how many there are twice",
    "mean_squared_error: that is the root of the mean: leave the root out",
    "mean_squared_error: that is the mean of the absolute differences: square them",
    "mean_squared_error: differences of different sign cancel: square each first",
    "mean_squared_error: there is a factor 1/2 in it: the mean has none",
    "mean_squared_error: only the last pair counts: add all of them",
    "mean_squared_error: only the first pair counts: add all of them",
    "mean_squared_error: you square the mean: take the mean of the squares",
    "mean_squared_error: the predictions get no gradient: calculate with the Numbers themselves",
    "mean_squared_error: predicted and wanted are added: take their difference",
    "mean_squared_error: it is divided by one less than how many there are",
    "mean_squared_error: 1 / n of whole numbers is 0: write 1.0 / n"};
inline std::vector<double> error_numbers(const std::vector<double>& values,
                                         const std::vector<double>& wanted, const Made& made) {
  Inputs inputs;
  const Duals p = inputs.inputs(values);
  Dual total;
  for (size_t i = 0; i < p.size(); ++i) {
    if (made(last_only) && i + 1 < p.size()) continue;
    if (made(first_only) && i > 0) continue;
    const Dual prediction = made(no_gradient) ? cut(p[i]) : p[i];
    const Dual d = made(summed) ? prediction + Dual(wanted[i]) : prediction - Dual(wanted[i]);
    const Dual distance = d.value < 0 ? Dual(0) - d : d;
    total = total + (made(absolute)                              ? distance
                     : made(not_squared) || made(square_of_mean) ? d
                                                                 : d * d);
  }
  const double n = static_cast<double>(p.size());
  if (!made(sum_of_all) && !made(last_only) && !made(first_only))
    total = total / Dual(made(one_less) ? n - 1 : n);
  if (made(divided_twice)) total = total / Dual(n);
  if (made(half)) total = total * Dual(0.5);
  if (made(whole_share)) total = total * Dual(0);
  if (made(root)) total = pow(total, 0.5);
  if (made(square_of_mean)) total = total * total;
  std::vector<double> numbers = {total.value};
  for (double gradient : inputs.gradients(total)) numbers.push_back(gradient);
  return numbers;
}

enum {
  uphill,
  no_rate,
  replaced,
  sign_only,
  twice_the_gradient,
  by_value,
  first_parameter,
  not_moved,
  accumulated
};
inline const std::vector<std::string> descend_sentences = {
    "descend: that is uphill: the loss grows in the direction of the gradient",
    "descend: the rate is missing",
    "descend: the step becomes the parameter: it is to be added to what was there",
    "descend: each parameter moves by the rate, whatever its gradient is: multiply by it",
    "descend: each step is made twice",
    "descend: the step is multiplied by the parameter: it depends on the gradient alone",
    "descend: only the first parameter moves",
    "descend: no parameter moves: set_data must be called with the new value of each",
    "descend: the gradients of the step before are in this step too"};

// Two steps for the loss p0 p1 + 0.4 p2 p2.
inline std::vector<double> steps(const std::vector<double>& values, double rate, const Made& made) {
  std::vector<double> p = values, numbers, sum(3);
  for (int step = 0; step < 2; ++step) {
    const std::vector<double> gradient = {p[1], p[0], 0.8 * p[2]};
    for (size_t i = 0; i < 3; ++i) {
      sum[i] += gradient[i];
      const double g = made(accumulated) ? sum[i] : gradient[i];
      double way = made(sign_only) ? (g > 0 ? 1 : -1) : g;
      if (!made(no_rate)) way *= rate;
      if (made(twice_the_gradient)) way *= 2;
      if (made(by_value)) way *= p[i];
      if (made(uphill)) way = -way;
      if ((made(first_parameter) && i > 0) || made(not_moved)) way = 0;
      p[i] = made(replaced) ? -way : p[i] - way;
    }
    numbers.insert(numbers.end(), p.begin(), p.end());
  }
  return numbers;
}

}  // namespace project::sine
