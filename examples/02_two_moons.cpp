// 02_two_moons: the neurons of 02_neuron with two inputs learn on which of two moons a point lies.
// The map at the end shows what they answer everywhere.
#include <fmt/format.h>

#include <cmath>
#include <numbers>
#include <string>
#include <vector>

#include "holo/random.h"
#include "holo/value.h"
#include "support/recorded/command_line.h"

using namespace holo;
using Vector = std::vector<Value>;

constexpr int neurons = 10, steps = 20000;
constexpr double learning_rate = 0.05;

struct Point {
  double x1, x2, label;  // the label: 1 on the upper moon, -1 on the lower one
};

// Two half circles, each around an end of the other; every point is moved a little.
Point random_point(PythonRandom& random) {
  const double angle = random.uniform(0, std::numbers::pi);
  const double x1 = std::cos(angle) + random.gauss(0, 0.1);
  const double x2 = std::sin(angle) + random.gauss(0, 0.1);
  if (random.random() < 0.5) return {x1, x2, 1};
  return {1 - x1, 0.5 - x2, -1};
}

// w1, w2, b and v of each neuron, then c
Vector make_parameters(PythonRandom& random) {
  Vector parameters;
  for (int i = 0; i < 4 * neurons; ++i) parameters.emplace_back(random.gauss(0, 1));
  parameters.emplace_back(0.0);
  return parameters;
}

// y = c + the sum of v tanh(w1 x1 + w2 x2 + b) over the neurons
Value predict(const Vector& parameters, double x1, double x2) {
  Value y = parameters.back();
  for (std::size_t i = 0; i + 1 < parameters.size(); i += 4) {
    const Value w1 = parameters[i], w2 = parameters[i + 1], b = parameters[i + 2];
    y += parameters[i + 3] * tanh(w1 * x1 + w2 * x2 + b);
  }
  return y;
}

void train(Vector& parameters, PythonRandom& random) {
  for (int step = 1; step <= steps; ++step) {
    const Tape::Scope scope;
    const Point point = random_point(random);
    const Value error = predict(parameters, point.x1, point.x2) - point.label;
    const Value loss = error * error;
    Tape::current().zero_grad();
    loss.backward();
    const double rate = learning_rate * (1 - static_cast<double>(step - 1) / steps);
    for (Value& p : parameters) p.set_data(p.data() - rate * p.grad());
  }
}

// True for the upper moon.
bool says_upper(const Vector& parameters, double x1, double x2) {
  const Tape::Scope scope;
  return predict(parameters, x1, x2).data() > 0;
}

// How many of 1000 new points it gets right, in per cent.
double right_answers(const Vector& parameters, PythonRandom random) {
  int right = 0;
  for (int i = 0; i < 1000; ++i) {
    const Point point = random_point(random);
    right += says_upper(parameters, point.x1, point.x2) == (point.label > 0) ? 1 : 0;
  }
  return right / 10.0;
}

// A character for each place: # where the answer is the upper moon; o and x are points of the
// moons.
void print_map(const Vector& parameters, PythonRandom random) {
  constexpr int rows = 17, columns = 57;
  std::vector<std::string> map(rows, std::string(columns, '.'));
  for (int row = 0; row < rows; ++row) {
    for (int column = 0; column < columns; ++column) {
      const double x1 = -1.3 + column * 3.6 / (columns - 1), x2 = 1.3 - row * 2.1 / (rows - 1);
      if (says_upper(parameters, x1, x2)) {
        map[static_cast<std::size_t>(row)][static_cast<std::size_t>(column)] = '#';
      }
    }
  }
  for (int i = 0; i < 120; ++i) {
    const Point point = random_point(random);
    const double column = (point.x1 + 1.3) / 3.6 * (columns - 1),
                 row = (1.3 - point.x2) / 2.1 * (rows - 1);
    if (row < 0 || row > rows - 1 || column < 0 || column > columns - 1) continue;
    map[static_cast<std::size_t>(std::lround(row))][static_cast<std::size_t>(std::lround(column))] =
        point.label > 0 ? 'o' : 'x';
  }
  for (const std::string& line : map) fmt::print("{}\n", line);
}

void program(int argc, char** argv) {
  CommandLine(argc, argv, "Learns with ten neurons to tell two moons of points apart.").finish();
  PythonRandom random(42);
  Vector parameters = make_parameters(random);
  fmt::print("{} parameters, right answers {:.1f} %\n", parameters.size(),
             right_answers(parameters, random));
  train(parameters, random);
  fmt::print("after {} steps {:.1f} %\n\n", steps, right_answers(parameters, random));
  print_map(parameters, random);
}

int main(int argc, char** argv) { return run_program(argc, argv, program); }
