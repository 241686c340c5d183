// layer.cpp: the error of layers that cannot use a cache of keys and values.
#include "holo/nn/layer.h"

#include "holo/check.h"

namespace holo {
inline namespace HOLO_REAL_NAMESPACE {

Tensor Layer::forward_cached(const Tensor&, KeyValueCache&) {
  throw UsageError("Layer", "a cache of keys, and a layer that keeps none",
                   "a layer of positions, as MultiHeadAttention is", "the whole text in one call");
}

}  // namespace HOLO_REAL_NAMESPACE
}  // namespace holo
