// evaluation.h: evaluation in one thread, while other threads may train or evaluate.
#pragma once

#include "holo/real.h"

namespace holo {

/// While an Evaluation lives, all modules are in evaluation for the calling thread. It does not
/// change the modules, so several threads may read one.
class Evaluation {
 public:
  Evaluation();
  ~Evaluation();
  Evaluation(const Evaluation&) = delete;
  Evaluation& operator=(const Evaluation&) = delete;
};

}  // namespace holo
