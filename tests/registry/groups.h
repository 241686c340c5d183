// groups.h: the entries of the registry, in groups: elementwise.cpp, reduce.cpp and so on.
// registry.cpp puts them in order.
#pragma once

#include "registry/registry.h"

namespace registry {

// elementwise.cpp
Entry pow_number();
Entry clamp_entry();
enum class Side { right, left };
Entry number_beside(const char* name, char op, Side side);
Entry where_entry();
Entry masked_fill_entry();

// reduce.cpp
Entry sum_all();
Entry sum_dims();
Entry mean_all();
Entry mean_dims();
Entry var_all();
Entry var_dims();
enum class Extreme { max, min };
Entry extreme_all(Extreme which);
Entry extreme_dim(Extreme which);

// shape.cpp
Entry reshape_entry();
Entry view_entry();
Entry squeeze_dim();
Entry squeeze_all();
Entry unsqueeze_entry();
Entry permute_entry();
Entry transpose_entry();
Entry broadcast_to_entry();

// pieces.cpp
Entry slice_list();
Entry slice_dim();
Entry cat_entry();
Entry stack_entry();
Entry split_entry();
Entry chunk_entry();
Entry gather_entry();
Entry embedding_entry();

// products.cpp
Entry matmul_entry();
Entry linear_entry();
Entry gated_entry();
Entry holo_gate_entry();
Entry affine_flow_entry();

// losses.cpp
Entry softmax_entry();
Entry log_softmax_entry();
Entry logsumexp_entry();
Entry cross_entropy_entry();
Entry cross_entropy_masked();
Entry mse_entry();
Entry binary_cross_entropy_entry();

// layers.cpp
Entry layer_norm_entry();
Entry rms_norm_entry();
Entry dropout_random();
Entry dropout_keep();
Entry attention_entry();
Entry self_attention_entry();

}  // namespace registry
