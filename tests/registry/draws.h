// draws.h: draws a random sample of each op. draws_elementwise.cpp, draws_reduce.cpp and so on have
// the functions. Functions with arguments return a function that draws.
#pragma once

#include "holo/ops.h"
#include "registry/draw.h"

namespace registry {

/// The numbers of a and b: any; b not near 0; a above 0; no two equal.
enum class Pair { real, divisor, power, distinct };
enum class Side { right, left };
enum class Extreme { max, min };

// draws_elementwise.cpp
DrawFunction draw_unary(Tensor (*f)(const Tensor&), Domain domain);
DrawFunction draw_binary(Tensor (*f)(const Tensor&, const Tensor&), Pair pair);
Drawn draw_pow_number(Draw& draw);
Drawn draw_clamp(Draw& draw);
DrawFunction draw_number_beside(char op, Side side);
Drawn draw_where(Draw& draw);
Drawn draw_masked_fill(Draw& draw);
Drawn draw_dropout_random(Draw& draw);
Drawn draw_dropout_keep(Draw& draw);

// draws_reduce.cpp
Drawn draw_sum(Draw& draw);
Drawn draw_sum_dims(Draw& draw);
Drawn draw_mean(Draw& draw);
Drawn draw_mean_dims(Draw& draw);
Drawn draw_var(Draw& draw);
Drawn draw_var_dims(Draw& draw);
DrawFunction draw_extreme(Extreme which);
DrawFunction draw_extreme_dim(Extreme which);

// draws_shape.cpp
Drawn draw_reshape(Draw& draw);
Drawn draw_view(Draw& draw);
Drawn draw_squeeze_dim(Draw& draw);
Drawn draw_squeeze(Draw& draw);
Drawn draw_unsqueeze(Draw& draw);
Drawn draw_permute(Draw& draw);
Drawn draw_transpose(Draw& draw);
Drawn draw_broadcast_to(Draw& draw);

// draws_pieces.cpp
Drawn draw_slices(Draw& draw);
Drawn draw_slice_dim(Draw& draw);
Drawn draw_cat(Draw& draw);
Drawn draw_stack(Draw& draw);
Drawn draw_split(Draw& draw);
Drawn draw_chunk(Draw& draw);
Drawn draw_gather(Draw& draw);
Drawn draw_embedding(Draw& draw);

// draws_products.cpp
Drawn draw_matmul(Draw& draw);
Drawn draw_linear(Draw& draw);
Drawn draw_gated(Draw& draw);
Drawn draw_holo_gate(Draw& draw);
Drawn draw_affine_flow(Draw& draw);

// draws_losses.cpp
Drawn draw_softmax(Draw& draw);
Drawn draw_log_softmax(Draw& draw);
Drawn draw_logsumexp(Draw& draw);
Drawn draw_cross_entropy(Draw& draw);
Drawn draw_cross_entropy_masked(Draw& draw);
Drawn draw_mse(Draw& draw);
Drawn draw_binary_cross_entropy(Draw& draw);

// draws_layers.cpp
Drawn draw_layer_norm(Draw& draw);
Drawn draw_rms_norm(Draw& draw);
Drawn draw_attention(Draw& draw);
Drawn draw_self_attention(Draw& draw);

}  // namespace registry
