// mistakes.h: the mistakes of this stage, as edits of the reference, and the numbers they give.
// ../../support/list_mistakes.py writes all but the sentences and the edits: see ../../README.md.
#pragma once

inline constexpr char sine_mistakes[] = R"~(
set_data has changed a copy: the number itself must have the new value
  (Number x, double data) { tape[x.place].data = data; } => (Number x, double data) { Node node = tape[x.place]; node.data = data; }
cut_tape has taken nothing away
  (int length) { tape.erase(tape.begin() + length, tape.end()); } => (int) {}
network: a neuron without tanh is a straight line, and so is the sum of many
  = y + p[i + 2] * tanh(p[i] * x + p[i + => = y + p[i + 2] * (p[i] * x + p[i +
network: tanh belongs to each neuron, not to the sum of them
  p.back(); for (size_t i = 0; i + 1 < p.size(); i += 3) y = y + p[i + 2] * tanh(p[i] * x + p[i + 1]); return y => 0; for (size_t i = 0; i + 1 < p.size(); i += 3) y = y + p[i + 2] * (p[i] * x + p[i + 1]); return p.back() + tanh(y)
network: c, the last parameter, is missing
  p.back(); => 0;
network: w and v of a neuron are exchanged: w is the first, v the third
  += 3) y = y + p[i + 2] * tanh(p[i] * x + p[i + 1] => += 3) y = y + p[i] * tanh(p[i + 2] * x + p[i + 1]
network: the parameters get no gradient: calculate with the Numbers themselves, not with their data()
  (); for (size_t i = 0; i + 1 < p.size(); i += 3) y = y + p[i + 2] * tanh(p[i] * x + p[i + 1]); => ().data(); for (size_t i = 0; i + 1 < p.size(); i += 3) { y = y + p[i + 2].data() * tanh(p[i].data() * x + p[i + 1].data()); }
mean_squared_error: that is the sum: the mean is divided by how many there are
  (squares) / static_cast<double>(squares.size()); => (squares);
mean_squared_error: that is the mean of the absolute differences: square them
  squares.push_back(pow(predicted[i] - wanted[i], 2)); => { const Number d = predicted[i] - wanted[i]; squares.push_back(relu(d) + relu(-d)); }
mean_squared_error: differences of different sign cancel: square each first
  pow(predicted[i] - wanted[i], 2) => predicted[i] - wanted[i]
mean_squared_error: only the last pair counts: add all of them
  sum(squares) / static_cast<double>(squares.size()) => squares.back()
descend: that is uphill: the loss grows in the direction of the gradient
  p.data() - rate * p => p.data() + rate * p
descend: the rate is missing
  ; } void descend(const Vector& parameters, double rate) { for (Number p : parameters) set_data(p, p.data() - rate * p.grad()); => ; } void descend(const Vector& parameters, double rate) { (void)rate; for (Number p : parameters) set_data(p, p.data() - p.grad());
descend: the step becomes the parameter: it is to be added to what was there
  p.data() - rate => -rate
descend: no parameter moves: set_data must be called with the new value of each
  set_data(p, p.data() - rate * p.grad()) => p = p.data() - rate * p.grad()
cut_tape takes away as many numbers as it is given: it is given how many are to stay
  tape.erase(tape.begin() + length, tape.end()) => tape.resize(tape.size() - static_cast<size_t>(length), Node())
)~";
