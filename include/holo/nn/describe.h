// describe.h: what a forward pass costs, op by op: a table that is counted, not estimated.
//
//   MLP mlp(4, "gelu", random);
//   fmt::print("{}", describe(mlp, zeros({3, 4})).to_text());
//
//   module  op      output  parameters  FLOPs  bytes moved  bytes kept
//   layer1  linear  [3,8]           32    216          272         256
//   layer2  linear  [3,4]           32    192          272          64
//   total                           64    408          544         320
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "holo/nn/layer.h"

namespace holo {
inline namespace HOLO_REAL_NAMESPACE {

/// One row for each op, in the order in which they ran.
///
/// FLOPs of the forward pass, in the convention of flop_count() in mlp.h:
///   2   a multiplication with an addition, in linear and matmul
///   1   a number of the result of an activation, a sum, a product or another function of elements;
///       of a linear map, its activation; of gated, the product and its activation; of sum, mean,
///       max and min, a number of the input
///   4   a number of the input of var
///   5   a number that is normalised: the norms, softmax, log_softmax, logsumexp, cross_entropy
///   0   what moves numbers or chooses among them: reshape, transpose, split, cat, embedding, where
///       and so on; dropout; the activation none; and a bias, fused or added: a parameter of at
///       most one dimension in an add
/// Attention counts what its single ops would, with a causal mask as without:
///   4 B H Tq Tk D for its two products, and for each of B H Tq Tk scores 1 for the scale and 5 for
///   the softmax.
struct Description {
  struct Row {
    /// "mlp.fc1": where the op's first parameter is registered; of a parameter that was only moved
    /// before, too. Empty without one, and for the parameters of the module itself.
    std::string module;
    std::string op;
    Shape shape;           ///< of the result
    Index parameters = 0;  ///< numbers of the parameters that were not used before
    Index flops = 0;
    /// The least that the op must move: each input read once, the result written once. Of slice,
    /// split, chunk, gather and embedding only what is chosen is read, with the indices; what
    /// shares its numbers (reshape) moves nothing.
    Index bytes_moved = 0;
    /// Storage that came since the op before and that the backward keeps alive: the result, what
    /// is kept beside it, constants made for it; less what was given back. By memory_stats(), so
    /// each block as rounded by the pool.
    Index bytes_kept = 0;
  };
  std::vector<Row> rows;
  /// The sums, without module, op and shape. Of bytes_kept it is the difference that the engine
  /// sees while the result of the module lives: also less what was given back after the last op.
  Row totals;

  /// A table with a line of names, one line a row and the totals.
  std::string to_text() const;
};

/// Runs the module once on x [..., C] and counts. x stays as it is and takes the place of a result
/// of other layers: a gradient is wanted for it. No gradient is computed. A module in training
/// drops out as in any forward pass, and its Dropout counts the call: eval() first, if not wanted.
///
/// Throws what the layer throws; UsageError under a NoGrad, without which the engine keeps no
/// inputs to count; holo::Error for an op that has no rule here, and for one of constants alone.
Description describe(Layer& layer, const Tensor& x);

/// The same for any model: `forward` runs it, and returns what is to live.
///   describe(model, [&] { return model(tokens); })
Description describe(const Module& module, const std::function<Tensor()>& forward);

}  // namespace HOLO_REAL_NAMESPACE
}  // namespace holo
