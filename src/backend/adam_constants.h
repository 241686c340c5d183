// adam_constants.h: the constants of one Adam step, computed once for all elements.
#pragma once

#include <cmath>

#include "backend/backend.h"

namespace holo {

/// `rate` and `root` include the bias corrections 1 - beta^step of the averages:
///   g' = g + decay p,  m = beta1 m + rest1 g',  v = beta2 v + rest2 g'^2
///   p = keep p - rate m / (sqrt(v) root + epsilon)
struct AdamConstants {
  real beta1, rest1, beta2, rest2, rate, root, epsilon, keep, decay;
};
inline AdamConstants constants_of(const AdamStep& s) {
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
