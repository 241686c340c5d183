// describe.h: a table of what a forward pass costs, op by op, counted while it runs.
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

#include "holo/nn/module.h"

namespace holo {

/// One row for each op, in the order in which they ran.
///
/// FLOPs of the forward pass:
///   2   a multiply-add, in linear and matmul
///   1   a number of the result of an elementwise function; in linear, of its activation; in gated,
///       holo_gate and affine_flow, of each activation, product and sum; a number of the input of
///       sum, mean, max and min
///   4   a number of the input of var
///   5   a number that is normalised: the norms, softmax, log_softmax, logsumexp, cross_entropy
///   0   ops that move or select numbers: reshape, transpose, split, cat, embedding, where and so
///       on; dropout; the activation none; and a bias, fused or added: a parameter of at most one
///       dimension in an add
/// Attention counts what the ops that it combines would, with a causal mask as without:
///   4 B H Tq Tk D for its two products, and for each of B H Tq Tk scores 1 for the scale and 5 for
///   the softmax.
struct Description {
  struct Row {
    /// The module that registered the op's first parameter, for example "mlp.fc1"; also when ops
    /// before only moved its numbers. Empty without a parameter, and for those of the module
    /// itself.
    std::string module;
    std::string op;
    Shape shape;           ///< of the result
    Index parameters = 0;  ///< numbers of the parameters that were not used before
    Index flops = 0;
    /// The least that the op must move: each input read once, the result written once. slice,
    /// split, chunk, gather and embedding read only what is selected, and the indices; an op that
    /// shares its storage (reshape) moves nothing.
    Index bytes_moved = 0;
    /// Storage allocated since the previous op and kept for the backward: the result, what else the
    /// op saves, constants made for it; less what was released. From memory_stats(), so in the
    /// block sizes of the pool.
    Index bytes_kept = 0;
  };
  std::vector<Row> rows;
  /// The sums; module, op and shape are empty. bytes_kept is the growth of live memory while the
  /// result of the module lives: also less what was released after the last op.
  Row totals;

  /// A table: a line of headings, a line for each row, and the totals.
  std::string to_text() const;
};

/// Runs the module once on x [..., C] and counts. x is not changed, and counts as the result of
/// another layer, which requires a gradient. No gradient is computed. In training mode the module
/// applies dropout, and its Dropout counts the call: call eval() first to avoid that.
///
/// Throws what the layer throws, and holo::Error for an op that has no rule here.
Description describe(Layer& layer, const Tensor& x);

/// The same for any model: `forward` runs it, and returns the result, which stays alive.
///   describe(model, [&] { return model(tokens); })
Description describe(const Module& module, const std::function<Tensor()>& forward);

}  // namespace holo
