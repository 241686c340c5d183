#include "exercises/support/judge.h"
#include HOLO_ANSWER

#include <limits>

#include "exercises/10_sampling/mistakes.h"

using answer::Vector;
using exercise::Measured;
using exercise::shown;

const Vector logits = {0.4, 1.9, -0.7, 1.1}, temperatures = {1, 0.6, 2.3};
const Vector randoms = {0.31, 0.02, 0.13, 0.44, 0.58, 0.66, 0.71, 0.79, 0.86, 0.97};

double token(const Vector& row, double temperature, double random) {
  return static_cast<double>(answer::sample(row, temperature, random));
}

void check(Checks& checks) {
  exercise::Measurements all(checks, sampling_mistakes);
  all.group("probabilities", [](Measured& got) {
    for (double t : temperatures) {
      got.add("logits (0.4, 1.9, 1.9, -0.7), temperature " + shown(t) + ": p",
              answer::probabilities({0.4, 1.9, 1.9, -0.7}, t));
    }
  });
  all.group("large logits", [](Measured& got) {
    got.add("logits (30, 30), temperature 0.01: p", answer::probabilities({30, 30}, 0.01));
    got.add("logits (-30, -30), temperature 0.01: p", answer::probabilities({-30, -30}, 0.01));
  });
  all.group("tokens", [](Measured& got) {
    for (double t : temperatures) {
      for (double random : randoms) {
        got.add("logits (0.4, 1.9, -0.7, 1.1), temperature " + shown(t) + ", random " +
                    shown(random) + ": token",
                token(logits, t, random));
      }
    }
  });
  all.group("on the border", [](Measured& got) {
    for (double random : {0.0, 0.25, 0.5, 0.75}) {
      got.add("probabilities 0.25 each, random " + shown(random) + ": token",
              token({0, 0, 0, 0}, 1, random));
    }
  });
  all.group("at the end", [](Measured& got) {
    got.add("ten times the probability 0.1, which adds up to 1 - 1.1e-16: random 1 - 1.1e-16",
            token(Vector(10, 0.0), 1, 1 - std::numeric_limits<double>::epsilon() / 2));
  });
  all.group("samples", [](Measured& got) {
    Vector tokens;
    for (size_t i : answer::samples(logits, 0.6, randoms)) tokens.push_back(static_cast<double>(i));
    got.add("samples of the same logits, temperature 0.6: token", tokens);
  });
  all.judge();
}
HOLO_EXERCISE("10_sampling", check)
