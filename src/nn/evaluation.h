// evaluation.h: switches one thread to evaluation mode, while other threads may train or evaluate.
#pragma once

#include "holo/real.h"

namespace holo {

/// While an Evaluation exists, all modules are in evaluation mode for the calling thread. The
/// modules themselves do not change, so several threads may share them.
class Evaluation {
 public:
  Evaluation();
  ~Evaluation();
  Evaluation(const Evaluation&) = delete;
  Evaluation& operator=(const Evaluation&) = delete;
};

}  // namespace holo
