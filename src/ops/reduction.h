// reduction.h: what a loss makes of its numbers.
#pragma once

#include "holo/ops.h"

namespace holo {

/// All of them, their sum or their mean.
inline Tensor reduced(const Tensor& losses, Reduction reduction) {
  switch (reduction) {
    case Reduction::none:
      return losses;
    case Reduction::sum:
      return sum(losses);
    case Reduction::mean:
      break;
  }
  return mean(losses);
}

}  // namespace holo
