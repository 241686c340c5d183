// evaluation.h: evaluation of the modules that one thread runs, while others may train or evaluate.
#pragma once

#include "holo/real.h"

namespace holo {

/// While an Evaluation lives, all modules are in evaluation for the calling thread. The modules
/// themselves are not changed: several threads may read one.
class Evaluation {
 public:
  Evaluation();
  ~Evaluation();
  Evaluation(const Evaluation&) = delete;
  Evaluation& operator=(const Evaluation&) = delete;
};

}  // namespace holo
