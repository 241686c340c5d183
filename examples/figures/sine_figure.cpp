// sine_figure.cpp: the neurons of chapter 2, trained as there.
#include <fmt/format.h>

#include <cmath>
#include <utility>
#include <vector>

#include "figures/chapter_figures.h"
#include "holo/random.h"
#include "holo/value.h"
#include "support/plots/plot.h"

namespace holo {
namespace {

// c + the sum of v tanh(w x + b); the parameters are w, b, v of each neuron, then c.
Value neurons(const std::vector<Value>& parameters, double x) {
  Value y = parameters.back();
  for (std::size_t i = 0; i + 1 < parameters.size(); i += 3) {
    y += parameters[i + 2] * tanh(parameters[i] * x + parameters[i + 1]);
  }
  return y;
}

std::vector<Value> new_neurons(int count, PythonRandom& random) {
  std::vector<Value> parameters;
  for (int i = 0; i < 3 * count; ++i) parameters.emplace_back(random.gauss(0, 1));
  parameters.emplace_back(0.0);
  return parameters;
}

void fit_sine(std::vector<Value>& parameters, int steps, PythonRandom& random) {
  for (int step = 0; step < steps; ++step) {
    const Tape::Scope scope;
    const double x = random.uniform(-3, 3);
    const Value error = neurons(parameters, x) - std::sin(x);
    Tape::current().zero_grad();
    (error * error).backward();
    const double rate = 0.1 * (1 - static_cast<double>(step) / steps);
    for (Value& p : parameters) p.set_data(p.data() - rate * p.grad());
  }
}

Series curve_of(const std::string& name, const std::vector<Value>& parameters) {
  Series series{name, {}, {}};
  for (int i = -60; i <= 60; ++i) {
    const Tape::Scope scope;
    series.x.push_back(i / 20.0);
    series.y.push_back(neurons(parameters, i / 20.0).data());
  }
  return series;
}

}  // namespace

Figure sine_figure(int steps) {
  const Tape::Scope scope;
  PythonRandom random_one(42), random_five(42);
  std::vector<Value> one = new_neurons(1, random_one), five = new_neurons(5, random_five);
  Series before = curve_of("5 neurons, before", five);
  fit_sine(one, steps, random_one);
  fit_sine(five, steps, random_five);
  Series points{"sin x, what is learned", {}, {}, false};
  for (int i = -15; i <= 15; ++i) {
    points.x.push_back(i / 5.0);
    points.y.push_back(std::sin(i / 5.0));
  }
  Plot plot("Neurons before and after their training", "x", "y",
            {.description = "Points on a sine wave. The line of five neurons before the training "
                            "is far from them, after it runs through all points; one neuron "
                            "becomes a single soft step that follows the wave in the middle only"});
  plot.add(curve_of("5 neurons, after", five));
  plot.add(curve_of("1 neuron, after", one));
  plot.add(std::move(before));
  plot.add({});  // the sixth style is black
  plot.add({});
  plot.add(std::move(points));
  return {"sine.svg", plot.to_svg()};
}

}  // namespace holo
