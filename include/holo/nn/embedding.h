// embedding.h: the layer that looks up a vector for each token.
#pragma once

#include "holo/nn/init.h"
#include "holo/nn/module.h"
#include "holo/ops.h"

namespace holo {

/// A table of V vectors of C channels. Parameter: weight [V, C].
class Embedding : public Module {
 public:
  /// Throws UsageError unless V and C are at least 1.
  Embedding(Index V, Index C, PythonRandom& random, const Init& init = Init::normal(1));

  /// Maps indices [...] to vectors [..., C]. Throws ShapeError for an index outside [0, V).
  Tensor operator()(const Indices& index) const {
    const Scope scope(full_name());
    return embedding(weight, index);
  }

  Tensor weight;
};

}  // namespace holo
