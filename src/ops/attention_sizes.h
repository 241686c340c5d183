// attention_sizes.h: checks the options and shapes of attention; the sizes for its kernels.
#pragma once

#include "backend/backend.h"
#include "holo/ops.h"

namespace holo {

/// Throws UsageError for options that fit nothing, ShapeError for shapes that do not fit them.
AttentionSizes sizes_of_attention(const char* op, const Tensor& q, const Tensor& k, const Tensor& v,
                                  const AttentionOptions& options);
/// The same for q, k and v side by side.
AttentionSizes sizes_of_self_attention(const char* op, const Tensor& qkv,
                                       const AttentionOptions& options);

}  // namespace holo
