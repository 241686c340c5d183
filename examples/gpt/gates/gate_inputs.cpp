// gate_inputs.cpp: the steps of GPT and Block, on all rows before the next block.
#include "gpt/gates/gate_inputs.h"

#include <algorithm>
#include <cstddef>
#include <numeric>

#include "holo/creation.h"
#include "holo/ops.h"

namespace holo {
namespace {

Tensor embedded(GPT& model, const std::vector<Index>& tokens) {
  const auto T = static_cast<Index>(tokens.size());
  Tensor x = model.token_embedding(Indices({1, T}, tokens));
  if (model.position_embedding) {
    std::vector<Index> places(tokens.size());
    std::iota(places.begin(), places.end(), Index{0});
    x = x + (*model.position_embedding)(Indices({T}, std::move(places)));
  }
  return model.embedding_norm ? model.embedding_norm->forward(x) : x;
}

}  // namespace

GateInputs::GateInputs(GPT& model, const TokenRows& rows) : model_(model) {
  const NoGrad no_grad;
  for (const std::vector<Index>& row : rows) streams_.push_back(embedded(model, row));
}

Tensor GateInputs::next(const std::vector<Position>& positions) {
  const NoGrad no_grad;
  const Block& block = *model_.blocks.at(block_++);
  std::vector<std::vector<real>> inputs;
  for (Tensor& x : streams_) {
    x = x + (*block.attention)(block.attention_norm->forward(x));
    const Tensor input = block.feed_forward_norm->forward(x);
    inputs.push_back(input.to_vector());
    x = x + block.feed_forward->forward(input);
  }
  const auto C = static_cast<std::size_t>(model_.options.n_embd);
  std::vector<real> taken;
  taken.reserve(positions.size() * C);
  for (const auto& [row, place] : positions) {
    const auto first = inputs[row].begin() + static_cast<std::ptrdiff_t>(place * C);
    taken.insert(taken.end(), first, first + static_cast<std::ptrdiff_t>(C));
  }
  return from_values({static_cast<Index>(positions.size()), model_.options.n_embd}, taken);
}

Tensor GateInputs::final_of(std::size_t row) const {
  const NoGrad no_grad;
  const Tensor& x = streams_.at(row);
  return model_.final_norm ? model_.final_norm->forward(x) : x;
}

}  // namespace holo
