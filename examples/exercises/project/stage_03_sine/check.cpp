#include "exercises/support/judge.h"
#include HOLO_ANSWER

#include <cmath>
#include <cstdio>
#include "exercises/project/given.h"
#include "exercises/project/measure.h"
#include "exercises/project/stage_03_sine/mistakes.h"

// Apart from the names of the answer.
namespace its_check {

using exercise::Measured;

void measure_memory(Measured& got) {
  const Number x(1.75);
  const int length = tape_length();
  const Number before = x * x;
  set_data(x, -0.5);
  const Number after = x * Number(3.5);
  got.add("x after set_data(x, -0.5)", x.data());
  got.add("x * 3.5 after it", after.data());
  got.add("x * x, calculated before set_data", before.data());
  cut_tape(length);
  const int left = tape_length() - length;
  got.add("length = tape_length(), some more numbers, cut_tape(length): tape_length() - length",
          left);
  if (left < 0) throw std::logic_error("cut_tape(length) is to leave the oldest numbers");
  got.add("x after cut_tape", x.data());
  const Number y = x * x;
  backward(y);
  got.add("d(x * x) / dx after cut_tape", x.grad());
}

void measure_network(Measured& got) {
  for (double place : {-1.4, 0.85}) {
    const Vector parameters = project::row_of<Number>(exercise::fractions(10, 3));
    const Number x(place);
    const Number y = network(x, parameters);
    backward(y * y);
    const std::string where = "network of 3 neurons at x = " + exercise::shown(place) + ": ";
    got.add(where + "value", y.data());
    got.add(where + "d(y * y) / dx", x.grad());
    for (size_t i = 0; i < parameters.size(); ++i)
      got.add(where + "gradient of parameter " + std::to_string(i), parameters[i].grad());
  }
}

void measure_error(Measured& got) {
  const Vector predicted = project::row_of<Number>(exercise::fractions(4, 5));
  const Number error = mean_squared_error(predicted, exercise::fractions(4, 6));
  backward(error);
  got.add("mean_squared_error of 4 numbers", error.data());
  for (size_t i = 0; i < 4; ++i)
    got.add("its gradient for predicted[" + std::to_string(i) + "]", predicted[i].grad());
}

void measure_descend(Measured& got) {
  const Vector parameters = project::row_of<Number>(exercise::fractions(3, 8));
  for (int step = 1; step <= 2; ++step) {
    backward(parameters[0] * parameters[1] + parameters[2] * parameters[2] * Number(0.4));
    descend(parameters, 0.35);
    for (size_t i = 0; i < 3; ++i) {
      got.add("loss = p0 p1 + 0.4 p2 p2, rate 0.35, after step " + std::to_string(step) + ": p" +
                  std::to_string(i),
              parameters[i].data());
    }
  }
}

void check(Checks& checks) {
  exercise::Measurements all(checks, sine_mistakes, true);
  all.group("set_data and cut_tape", measure_memory);
  all.group("network", measure_network);
  all.group("mean_squared_error", measure_error);
  all.group("descend", measure_descend);
  all.judge();
}

HOLO_EXERCISE("stage_03_sine", check)

// The given loop: it calls what the answer has.
void reward() {
  holo::PythonRandom random(42);
  std::vector<double> start = project::draw(1, 15, 1, random)[0];
  start.push_back(0);
  const Vector parameters = project::row_of<Number>(start);
  const int length = tape_length();
  double error = 0;
  for (int step = 0; step < 4000; ++step) {
    Vector predicted;
    std::vector<double> wanted;
    for (int i = 0; i < 8; ++i) {
      const double x = random.uniform(-3, 3);
      predicted.push_back(network(Number(x), parameters));
      wanted.push_back(std::sin(x));
    }
    const Number loss = mean_squared_error(predicted, wanted);
    error = loss.data();
    backward(loss);
    descend(parameters, 0.15 * (1 - step / 4000.0));
    cut_tape(length);
  }
  project::Curve sine{'.', {}}, learned{'*', {}};
  for (int i = -36; i <= 36; ++i) {
    const double x = i / 12.0;
    sine.points.emplace_back(x, std::sin(x));
    learned.points.emplace_back(x, network(Number(x), parameters).data());
  }
  std::printf(
      "\nthe sine (.), and what five of your neurons have made of it in 4000 steps (*), error "
      "%.5f:\n\n%s\n",
      error, project::picture({sine, learned}).c_str());
}

HOLO_REWARD(reward)

}  // namespace its_check
