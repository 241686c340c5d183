// layer.h: the base class of modules with one input and one output.
#pragma once

#include "holo/nn/module.h"

namespace holo {
inline namespace HOLO_REAL_NAMESPACE {

struct KeyValueCache;

/// A model that chooses its layers at run time holds them as std::unique_ptr<Layer>. A layer of a
/// known type is called as layer(x).
class Layer : public Module {
 public:
  /// x [..., C] to [..., C'], as operator() of the layer.
  virtual Tensor forward(const Tensor& x) = 0;
  /// The same for x [B, T, C] that follows the positions in `cache`: see attention.h. Throws
  /// UsageError for a layer that cannot use a cache.
  virtual Tensor forward_cached(const Tensor& x, KeyValueCache& cache);
};

}  // namespace HOLO_REAL_NAMESPACE
}  // namespace holo
