// attention_weights.cpp: the scores of a head, then the softmax of each row up to its own position.
#include "live/attention_weights.h"

#include "holo/ops.h"

namespace holo {

std::vector<double> attention_weights(const MultiHeadAttention& layer, const Tensor& x) {
  const Index T = x.size(1), C = layer.embed_dim, D = layer.head_dim;
  const Tensor qkv = reshape(layer.in_proj(x), {T, 3 * C});
  std::vector<double> weights;
  for (Index head = 0; head < layer.num_heads; ++head) {
    const Tensor q = slice(qkv, 1, head * D, (head + 1) * D);
    const Tensor k = slice(qkv, 1, C + head * D, C + (head + 1) * D);
    const Tensor scores = matmul(q, transpose(k, 0, 1)) * layer.scale;  // [T, T]
    for (Index t = 0; t < T; ++t) {
      const Tensor past = slice(slice(scores, 0, t, t + 1), 1, 0, t + 1);  // [1, t + 1]
      for (const real weight : softmax(past, -1).to_vector()) weights.push_back(weight);
      weights.resize(static_cast<std::size_t>(T * (head * T + t + 1)));
    }
  }
  return weights;
}

}  // namespace holo
