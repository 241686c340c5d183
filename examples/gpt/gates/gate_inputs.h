// gate_inputs.h: a GPT, block by block, and what its feed-forward layers get.
#pragma once

#include <vector>

#include "gpt/gates/gate_positions.h"
#include "holo/nn/gpt.h"

namespace holo {

class GateInputs {
 public:
  /// Rows of at most block_size tokens. Both live longer than this. REQUIRES: the model is in
  /// evaluation.
  GateInputs(GPT& model, const TokenRows& rows);

  /// Of the next block, at these positions: [N, C]. REQUIRES: there is one.
  Tensor next(const std::vector<Position>& positions);

  /// What the head gets of row i, after the last block: [1, T, C].
  Tensor final_of(std::size_t row) const;

 private:
  GPT& model_;
  std::size_t block_ = 0;
  std::vector<Tensor> streams_;  // x of each row, [1, T, C]
};

}  // namespace holo
