// tiny_gpt.h: the model of chapter 17.3, a step of its training, and what its heads look at, for
// programs beside that of the chapter.
#pragma once

#include <vector>

#include "holo/nn/gpt.h"
#include "holo/optim.h"
#include "support/corpus.h"

namespace holo {

/// One block of 32 channels and 2 heads, SwiGLU, RMSNorm, no biases, a head of its own; 16
/// positions.
GPTOptions tiny_gpt_options(Index vocab_size);

/// Step number `step` of the training: names 32 step to 32 step + 31, the gradients clipped to a
/// norm of 1. Returns the loss before it; throws as check_finite_loss() does.
real tiny_gpt_step(GPT& model, AdamW& optimizer, const Corpus& corpus, Index step, double rate);

/// What goes into the attention of the first block, [1, T, C], for tokens [1, T].
Tensor attention_input(GPT& model, const Indices& tokens);

/// softmax(q k^T scale) of a head for x [1, T, C]: row t has t + 1 weights. REQUIRES: no rotary
/// positions, no convolution, as many heads of keys as of queries.
std::vector<std::vector<double>> head_weights(const MultiHeadAttention& layer, const Tensor& x,
                                              Index head);

}  // namespace holo
