// layer.cpp: what most layers have to say to a cache of keys.
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
