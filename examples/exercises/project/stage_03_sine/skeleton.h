// ---- stage 3: neurons that learn ----

#include <stdexcept>

using Vector = std::vector<Number>;

// Changes the value of a number that was made of nothing: what is calculated later uses the new
// one.
void set_data(Number x, double data) { throw std::logic_error("not written yet: set_data"); }

// How long your tape is; and forgetting what was made since it was `length` long. An engine whose
// memory looks after itself returns 0, and does nothing.
int tape_length() { throw std::logic_error("not written yet: tape_length"); }
void cut_tape(int length) { throw std::logic_error("not written yet: cut_tape"); }

// c + the sum of v * tanh(w * x + b) over the neurons; parameters has w, b, v of each neuron, one
// neuron after the other, and c at the end.
Number network(Number x, const Vector& parameters) {
  throw std::logic_error("not written yet: network");
}

// The mean of the squares of predicted - wanted.
Number mean_squared_error(const Vector& predicted, const std::vector<double>& wanted) {
  throw std::logic_error("not written yet: mean_squared_error");
}

// One step of gradient descent: moves each parameter downhill by rate times its gradient.
void descend(const Vector& parameters, double rate) {
  throw std::logic_error("not written yet: descend");
}
