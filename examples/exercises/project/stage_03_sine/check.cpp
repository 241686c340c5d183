#include "exercises/support/check.h"
#include HOLO_ANSWER

#include <cmath>
#include <cstdio>

#include "exercises/project/given.h"
#include "exercises/project/measure.h"
#include "exercises/project/stage_03_sine/model.h"

// Apart from the names of the answer.
namespace its_check {

namespace model = project::sine;

using project::Dual;
using project::Inputs;
using project::Made;
using project::Measured;

bool check_memory(Checks& checks) {
  const Number x(1.75);
  const int length = tape_length();
  const Number before = x * x;
  set_data(x, -0.5);
  const Number after = x * Number(3.5);
  checks.equal("x after set_data(x, -0.5)", x.data(), -0.5,
               {{1.75, "set_data has changed a copy: the number itself must have the new value"}});
  checks.equal("x * 3.5 after it", after.data(), -1.75,
               {{6.125, "what is calculated after set_data still uses the old value"}});
  checks.equal("x * x, calculated before set_data", before.data(), 1.75 * 1.75,
               {{0.25, "a result changes with set_data: only what is calculated later shall"}});
  const int longer = tape_length();
  cut_tape(length);
  const int left = tape_length();
  const std::string lengths = "tape_length() was " + std::to_string(length) + ", then " +
                              std::to_string(longer) + "; after cut_tape(" +
                              std::to_string(length) + ")";
  checks.equal(
      lengths, left, length,
      {{static_cast<double>(longer), "cut_tape has taken nothing away"},
       {static_cast<double>(longer - length),
        "cut_tape takes away as many numbers as it is given: it is given how many are to stay"},
       {static_cast<double>(left), "cut_tape(" + std::to_string(length) +
                                       ") is to leave the oldest " + std::to_string(length) +
                                       " numbers of the tape: it leaves " + std::to_string(left)}});
  if (left < length) return false;  // x is not there
  checks.equal("x after cut_tape", x.data(), -0.5,
               {{1.75, "cut_tape takes back set_data: only what was made later is forgotten"}});
  const Number y = x * x;
  backward(y);
  checks.equal("d(x * x) / dx after cut_tape", x.grad(), -1);
  return true;
}

bool check_network(Checks& checks) {
  const std::vector<double> values = project::fractions(10, 3), places = {-1.4, 0.85};
  Measured got;
  for (double place : places) {
    const Vector parameters = project::row_of<Number>(values);
    const Number x(place);
    const Number y = network(x, parameters);
    backward(y * y);
    const std::string where = "network of 3 neurons at x = " + std::to_string(place) + ": ";
    got.add(where + "value", y.data());
    got.add(where + "d(y * y) / dx", x.grad());
    for (size_t i = 0; i < parameters.size(); ++i) {
      got.add(where + "gradient of parameter " + std::to_string(i), parameters[i].grad());
    }
  }
  const auto by_model = [&](const Made& made) {
    std::vector<double> numbers;
    for (double place : places) {
      Inputs inputs;
      const Dual x = inputs.input(place);
      const Dual y = model::network_model(x, inputs.inputs(values), made);
      numbers.push_back(y.value);
      for (double gradient : inputs.gradients(y * y)) numbers.push_back(gradient);
    }
    return numbers;
  };
  return project::judge(checks, got, by_model, model::network_sentences);
}

bool check_error(Checks& checks) {
  const std::vector<double> values = project::fractions(4, 5), wanted = project::fractions(4, 6);
  Measured got;
  const Vector predicted = project::row_of<Number>(values);
  const Number error = mean_squared_error(predicted, wanted);
  backward(error);
  got.add("mean_squared_error of 4 numbers", error.data());
  for (size_t i = 0; i < 4; ++i) {
    got.add("its gradient for predicted[" + std::to_string(i) + "]", predicted[i].grad());
  }
  const auto by_model = [&](const Made& made) {
    return model::error_numbers(values, wanted, made);
  };
  return project::judge(checks, got, by_model, model::error_sentences);
}

bool check_descend(Checks& checks) {
  const std::vector<double> values = project::fractions(3, 8);
  const double rate = 0.35;
  const Vector parameters = project::row_of<Number>(values);
  Measured got;
  for (int step = 1; step <= 2; ++step) {
    backward(parameters[0] * parameters[1] + parameters[2] * parameters[2] * Number(0.4));
    descend(parameters, rate);
    for (size_t i = 0; i < 3; ++i) {
      got.add("loss = p0 p1 + 0.4 p2 p2, rate 0.35, after step " + std::to_string(step) + ": p" +
                  std::to_string(i),
              parameters[i].data());
    }
  }
  const auto by_model = [&](const Made& made) { return model::steps(values, rate, made); };
  return project::judge(checks, got, by_model, model::descend_sentences);
}

// What is built on a mistake is not asked for.
void check(Checks& checks) {
  if (check_memory(checks) && check_network(checks) && check_error(checks)) check_descend(checks);
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
