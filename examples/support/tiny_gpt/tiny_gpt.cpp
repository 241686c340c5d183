// tiny_gpt.cpp: as examples/17_tiny_gpt.cpp does it.
#include "support/tiny_gpt/tiny_gpt.h"

#include "holo/creation.h"
#include "holo/ops.h"
#include "support/name_batch.h"

namespace holo {

GPTOptions tiny_gpt_options(Index vocab_size) {
  return {.vocab_size = vocab_size,
          .block_size = 16,
          .n_layer = 1,
          .n_head = 2,
          .n_embd = 32,
          .ffn = "swiglu",
          .norm = Norm::rms,
          .bias = false,
          .tied = false};
}

real tiny_gpt_step(GPT& model, AdamW& optimizer, const Corpus& corpus, Index step, double rate) {
  const NameBatch batch = name_batch(corpus, 32 * static_cast<std::size_t>(step), 32);
  optimizer.set_learning_rate(rate);
  optimizer.zero_grad();
  const Tensor loss = model.loss(batch.tokens, batch.targets);
  check_finite_loss(loss);
  loss.backward();
  clip_grad_norm(optimizer.parameters(), 1);
  optimizer.step();
  return loss.item();
}

Tensor attention_input(GPT& model, const Indices& tokens) {
  const Tensor positions =
      slice(model.position_embedding->weight, 0, 0, tokens.shape().size(1));  // [T, C]
  return model.blocks[0]->attention_norm->forward(model.token_embedding(tokens) + positions);
}

std::vector<std::vector<double>> head_weights(const MultiHeadAttention& layer, const Tensor& x,
                                              Index head) {
  const Index T = x.size(1), C = layer.embed_dim, D = layer.head_dim;
  const Tensor qkv = reshape(layer.in_proj(x), {T, 3 * C});
  const Tensor q = slice(qkv, 1, head * D, (head + 1) * D);
  const Tensor k = slice(qkv, 1, C + head * D, C + (head + 1) * D);
  const Tensor scores = matmul(q, transpose(k, 0, 1)) * layer.scale;  // [T, T]
  std::vector<std::vector<double>> rows;
  for (Index t = 0; t < T; ++t) {
    const Tensor past = slice(slice(scores, 0, t, t + 1), 1, 0, t + 1);  // [1, t + 1]
    const std::vector<real> weights = softmax(past, -1).to_vector();
    rows.emplace_back(weights.begin(), weights.end());
  }
  return rows;
}

}  // namespace holo
