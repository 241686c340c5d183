// describe.h: runs a forward pass and shows its costs op by op, in a table.
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

/// The costs of a forward pass: one row for each op, in the order in which the ops ran.
///
/// FLOPs of the forward pass:
///   2   per multiply-add, in linear and matmul
///   1   per element of the result of an elementwise function, and of the activation in linear; per
///       element of each activation, product and sum in gated, holo_gate and affine_flow; per
///       element of the input of sum, mean, max and min
///   4   per element of the input of var
///   5   per normalised element: the norms, softmax, log_softmax, logsumexp, cross_entropy
///   0   for ops that move or select numbers (reshape, transpose, split, cat, embedding, where and
///       so on), for dropout, for the activation none, and for a bias in linear or in an add, where
///       a parameter of at most one dimension counts as a bias
/// Attention costs as much as the ops that it combines, whether it is causal or not:
///   4 B H Tq Tk D for its two products; for each of B H Tq Tk scores, 1 for the scale and 5 for
///   the softmax.
struct Description {
  struct Row {
    /// The module that registered the op's first parameter, for example "mlp.fc1", even if the op
    /// receives that parameter transposed or reshaped. Empty if the op has no parameter, or if the
    /// parameter belongs to the described module itself.
    std::string module;
    std::string op;
    Shape shape;           ///< shape of the op's result
    Index parameters = 0;  ///< number of elements in parameters that no earlier op used
    Index flops = 0;
    /// The minimum number of bytes that the op must move: it reads each input once and writes the
    /// result once. slice, split, chunk, gather and embedding read only the selected elements and
    /// the indices. An op such as reshape, which shares its input's storage, moves no bytes.
    Index bytes_moved = 0;
    /// The bytes that the op adds to the storage for the backward pass: the result, other saved
    /// data and constants, minus released storage. By contrast, memory_stats() counts whole blocks.
    Index bytes_kept = 0;
  };
  std::vector<Row> rows;
  /// The totals over all rows, without module, op and shape. bytes_kept is how much live memory has
  /// grown after the last op has released its storage, while the result still exists.
  Row totals;

  /// A table with a header row, one row for each op, and a row of totals.
  std::string to_text() const;
};

/// Runs the layer once on x [..., C] and counts its costs. describe() assumes that x comes from an
/// earlier layer and requires a gradient, but computes no gradient and does not change x. In
/// training mode the layer applies dropout and increments its call count; call eval() first to
/// avoid both.
///
/// Throws every error that the layer throws, and holo::Error for an op without a counting rule.
Description describe(Layer& layer, const Tensor& x);

/// Describes any model. `forward` must run the model and return its result:
///   describe(model, [&] { return model(tokens); })
Description describe(const Module& module, const std::function<Tensor()>& forward);

}  // namespace holo
