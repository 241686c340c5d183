// adam_constants.cpp: the numbers of a step of Adam that all elements share, from those that a user
// knows.
#include "backend/adam_constants.h"

#include <cmath>

namespace holo {

AdamConstants constants_of(const AdamStep& s) {
  const double t = static_cast<double>(s.step);
  return {.beta1 = real(s.beta1),
          .rest1 = real(1 - s.beta1),
          .beta2 = real(s.beta2),
          .rest2 = real(1 - s.beta2),
          .rate = real(s.learning_rate / (1 - std::pow(s.beta1, t))),
          .root = real(1 / std::sqrt(1 - std::pow(s.beta2, t))),
          .epsilon = real(s.epsilon),
          .keep = real(s.decoupled ? 1 - s.learning_rate * s.weight_decay : 1),
          .decay = real(s.decoupled ? 0 : s.weight_decay)};
}

}  // namespace holo
