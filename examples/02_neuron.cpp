// 02_neuron: a few neurons learn the sine function from its values, by stochastic gradient descent.
// No text and no layers yet: one input, one output, and the loop that all training is.
#include <fmt/format.h>

#include <cmath>

#include "holo/random.h"
#include "holo/value.h"
#include "support/recorded/command_line.h"

using namespace holo;
using Vector = std::vector<Value>;

constexpr int steps = 50000;

// What is to be learned, for x from -3 to 3.
double target(double x) { return std::sin(x); }

// w, b and v of each neuron, then c
Vector make_parameters(int neurons, PythonRandom& random) {
  Vector parameters;
  for (int i = 0; i < 3 * neurons; ++i) parameters.emplace_back(random.gauss(0, 1));
  parameters.emplace_back(0.0);
  return parameters;
}

// y = c + the sum of v tanh(w x + b) over the neurons
Value predict(const Vector& parameters, double x) {
  Value y = parameters.back();
  for (std::size_t i = 0; i + 1 < parameters.size(); i += 3) {
    const Value w = parameters[i], b = parameters[i + 1], v = parameters[i + 2];
    y += v * tanh(w * x + b);
  }
  return y;
}

// The squared error at one x.
Value loss(const Vector& parameters, double x) {
  const Value error = predict(parameters, x) - target(x);
  return error * error;
}

// The mean loss over 61 points from -3 to 3, to see how training goes.
double mean_loss(const Vector& parameters) {
  double sum = 0;
  for (int i = -30; i <= 30; ++i) {
    const Tape::Scope scope;
    sum += loss(parameters, i / 10.0).data();
  }
  return sum / 61;
}

// Stochastic gradient descent: each step takes one x by chance and moves every parameter a little
// way downhill. The way gets shorter from step to step, so that the chance averages out at the end.
void train(Vector& parameters, PythonRandom& random) {
  const double learning_rate = 0.1;
  for (int step = 1; step <= steps; ++step) {
    const Tape::Scope scope;
    const Value error = loss(parameters, random.uniform(-3, 3));
    Tape::current().zero_grad();
    error.backward();
    const double rate = learning_rate * (1 - static_cast<double>(step - 1) / steps);
    for (Value& p : parameters) p.set_data(p.data() - rate * p.grad());
    if (step % 10000 == 0) {
      fmt::print("step {:5}: mean loss {:.5f}\n", step, mean_loss(parameters));
    }
  }
}

Vector fit(int neurons) {
  PythonRandom random(42);
  Vector parameters = make_parameters(neurons, random);
  fmt::print("neurons {}, parameters {}\n", neurons, parameters.size());
  fmt::print("step {:5}: mean loss {:.5f}\n", 0, mean_loss(parameters));
  train(parameters, random);
  fmt::print("\n");
  return parameters;
}

void program(int argc, char** argv) {
  CommandLine(argc, argv, "Fits the sine function with one neuron and with five.").finish();
  const Vector one = fit(1), five = fit(5);
  fmt::print("    x   sin x  1 neuron  5 neurons\n");
  for (int i = -6; i <= 6; ++i) {
    const Tape::Scope scope;
    const double x = i / 2.0, by_one = predict(one, x).data(), by_five = predict(five, x).data();
    fmt::print("{:5.1f} {:7.3f} {:9.3f} {:10.3f}\n", x, target(x), by_one, by_five);
  }
}

int main(int argc, char** argv) { return run_program(argc, argv, program); }
