// evaluation.h: switches one thread to evaluation, while other threads may train or evaluate.
#pragma once

#include "holo/real.h"

namespace holo {

/// While an Evaluation lives, the calling thread sees all modules in evaluation. The modules
/// themselves do not change, so several threads may use one.
class Evaluation {
 public:
  Evaluation();
  ~Evaluation();
  Evaluation(const Evaluation&) = delete;
  Evaluation& operator=(const Evaluation&) = delete;
};

}  // namespace holo
