// layer.h: a module with one input and one output, whichever it is.
#pragma once

#include "holo/nn/module.h"

namespace holo {
inline namespace HOLO_REAL_NAMESPACE {

struct KeyValueCache;

/// What a model holds that chooses its layers at run time: std::unique_ptr<Layer>. The layers
/// themselves are called as layer(x).
class Layer : public Module {
 public:
  /// x [..., C] to [..., C'], as operator() of the layer.
  virtual Tensor forward(const Tensor& x) = 0;
  /// The same for x [B, T, C] that stands behind the positions in `cache`: see attention.h. Throws
  /// UsageError for a layer that keeps no keys.
  virtual Tensor forward_cached(const Tensor& x, KeyValueCache& cache);
};

}  // namespace HOLO_REAL_NAMESPACE
}  // namespace holo
