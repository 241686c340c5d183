// adam_constants.h: the numbers of a step of Adam that all elements share, worked out once.
#pragma once

#include "backend/backend.h"

namespace holo {

/// The corrections of the averages, 1 - beta^step, are part of rate and root:
///   g' = g + decay p,  m = beta1 m + rest1 g',  v = beta2 v + rest2 g'^2
///   p = keep p - rate m / (sqrt(v) root + epsilon)
struct AdamConstants {
  real beta1, rest1, beta2, rest2, rate, root, epsilon, keep, decay;
};
AdamConstants constants_of(const AdamStep& s);

}  // namespace holo
