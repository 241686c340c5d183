// cuda_graph_case.h: what tests of CUDA graphs compute: a small GPT, and a number on the GPU.
#pragma once

#include <vector>

#include "backend/backend.h"
#include "backend/scratch.h"
#include "holo/nn/gpt.h"
#include "holo/ops.h"

namespace holo::cuda_graph_case {

inline GPTOptions options() {
  return {.vocab_size = 40, .block_size = 64, .n_layer = 1, .n_head = 2, .n_embd = 16};
}

inline Indices tokens(Index first) {
  std::vector<Index> values;
  for (Index i = 0; i < 4 * 64; ++i) values.push_back((first + i * i) % 40);
  return {Shape{4, 64}, values};
}

// The loss and all gradients.
inline std::vector<std::vector<real>> numbers(const GPT& model, const Tensor& loss) {
  std::vector<std::vector<real>> all = {loss.to_vector()};
  for (const Tensor& parameter : model.parameters()) all.push_back(parameter.grad().to_vector());
  return all;
}

inline void zero_grads(const GPT& model) {
  for (Tensor parameter : model.parameters()) parameter.zero_grad();
}

// A number on the GPU.
struct Number {
  DeviceMemory memory{*cuda(), sizeof(real)};
  real* data() const { return static_cast<real*>(memory.data()); }
  real value() const {
    real x = 0;
    cuda()->download(&x, data(), sizeof x);
    return x;
  }
};

}  // namespace holo::cuda_graph_case
