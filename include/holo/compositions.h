// compositions.h: operators and operations known from other libraries. Each calls a few operations
// from ops.h, which take care of gradients, devices and errors.
#pragma once

#include <initializer_list>
#include <optional>
#include <vector>

#include "holo/creation.h"
#include "holo/ops.h"

namespace holo {

// ---- operators; Tensor also has x[i] ----

/// Masks for where() and masked_fill(): 1 where the comparison holds, else 0; a NaN is equal to
/// nothing. A mask is a constant. Inputs are broadcast, and compared by the CPU on every device.
Tensor operator>(const Tensor& a, const Tensor& b);
Tensor operator>=(const Tensor& a, const Tensor& b);
Tensor operator<(const Tensor& a, const Tensor& b);
Tensor operator<=(const Tensor& a, const Tensor& b);
Tensor operator==(const Tensor& a, const Tensor& b);
Tensor operator!=(const Tensor& a, const Tensor& b);
Tensor operator>(const Tensor& a, double c);
Tensor operator>=(const Tensor& a, double c);
Tensor operator<(const Tensor& a, double c);
Tensor operator<=(const Tensor& a, double c);
Tensor operator==(const Tensor& a, double c);
Tensor operator!=(const Tensor& a, double c);

/// Each makes a new node and assigns it to the handle on the left; other handles keep the old one.
/// A leaf that requires a gradient is changed in place instead, like `weight -= rate * gradient` in
/// PyTorch; this throws holo::Error unless a NoGrad exists.
Tensor& operator+=(Tensor& x, const Tensor& y);
Tensor& operator-=(Tensor& x, const Tensor& y);
Tensor& operator*=(Tensor& x, const Tensor& y);
Tensor& operator/=(Tensor& x, const Tensor& y);
Tensor& operator+=(Tensor& x, double c);
Tensor& operator-=(Tensor& x, double c);
Tensor& operator*=(Tensor& x, double c);
Tensor& operator/=(Tensor& x, double c);

// ---- element by element ----

/// x where x > 0, slope * x elsewhere. Maas et al. 2013.
Tensor leaky_relu(const Tensor& x, double slope = 0.01);
/// x where x > 0, alpha (e^x - 1) elsewhere. Clevert et al. 2015 (arXiv 1511.07289).
Tensor elu(const Tensor& x, double alpha = 1);

// ---- along dimensions ----

/// The standard deviation, the square root of var. Where it is 0, its gradient is 0.
Tensor stddev(const Tensor& x, Correction correction = Correction(1));
Tensor stddev(const Tensor& x, const Dims& dims, Correction correction = Correction(1),
              bool keepdim = false);
/// y[..., i, ...] = x[..., 0, ...] + ... + x[..., i, ...] along dim.
Tensor cumsum(const Tensor& x, int dim);
/// The index of the smallest element, or of the first one in a tie. A NaN counts as the smallest.
Indices argmin(const Tensor& x);
Indices argmin(const Tensor& x, int dim, bool keepdim = false);

/// The smallest element, -max(-x), with the gradient of max.
Tensor min(const Tensor& x);
Tensor min(const Tensor& x, int dim, bool keepdim = false);

// ---- shapes and parts ----

/// PyTorch's name for reshape of contiguous data; in this library all data is contiguous.
inline Tensor view(const Tensor& x, std::initializer_list<Index> sizes) {
  return reshape(x, sizes);
}
/// Removes dimension `dim`, whose size must be 1. Without `dim`, removes all dimensions of size 1.
Tensor squeeze(const Tensor& x, int dim);
Tensor squeeze(const Tensor& x);
/// Inserts a dimension of size 1, which is dimension `dim` of the result; -1 is the last.
Tensor unsqueeze(const Tensor& x, int dim);
/// Merges the dimensions from `first` to `last` into one: [2,3,4] becomes [24], or [2,12] if first
/// is 1. A tensor without dimensions becomes [1]. Throws ShapeError if `last` is before `first`.
Tensor flatten(const Tensor& x, int first = 0, int last = -1);
/// Selects the elements at `index` in dimension `dim`, and removes that dimension. Index -1 is the
/// last. Throws ShapeError if the index is out of range.
Tensor select(const Tensor& x, int dim, Index index);
/// Python's start:stop:step. If the start or stop is missing, the range extends to that end of x.
struct Slice {
  std::optional<Index> start = {}, stop = {};
  Index step = 1;
};
/// Slices the leading dimensions, and keeps the other dimensions whole. Throws ShapeError if a step
/// is 0, or for more slices than dimensions.
Tensor slice(const Tensor& x, const std::vector<Slice>& slices);
/// Joins tensors of one shape along a new dimension. Throws ShapeError if `tensors` is empty.
Tensor stack(const std::vector<Tensor>& tensors, int dim);
/// Cuts x along `dim` into at most `chunks` pieces of ceil(size / chunks); the last may be smaller.
std::vector<Tensor> chunk(const Tensor& x, Index chunks, int dim);
/// y[..., i, ...] = x[..., index[..., i, ...], ...] along dim. In other dimensions, index must not
/// be larger than x. Throws ShapeError, with value, position and limit, for an index out of range.
Tensor gather(const Tensor& x, int dim, const Indices& index);
/// Pads dimension `dim` of x with `value`: `before` elements in front and `after` at the end.
/// Throws ShapeError if `before` or `after` is negative.
Tensor pad(const Tensor& x, int dim, Index before, Index after, double value = 0);
/// Keeps each matrix's lower (tril) or upper (triu) triangle and zeroes the rest. The triangle's
/// edge is `diagonal` columns right of the main diagonal. Throws ShapeError below two dimensions.
Tensor tril(const Tensor& x, Index diagonal = 0);
Tensor triu(const Tensor& x, Index diagonal = 0);

// ---- dropout, losses and attention ----

/// Returns x keep / (1 - p), where the mask `keep` consists of zeros and ones.
Tensor dropout(const Tensor& x, double p, const Tensor& keep);
/// The mean of loss = -log softmax(logits)[target] weighted by `mask`: sum(mask loss) / sum(mask).
/// mask is a constant with the shape of target. A target of -100 has the loss 0; its mask counts.
Tensor cross_entropy(const Tensor& logits, const Indices& target, const Tensor& mask);
/// -x[target] over the last dimension of x, which holds logarithms of probabilities, for example
/// from log_softmax. Throws ShapeError unless x is [..., V] and target [...].
Tensor nll_loss(const Tensor& x, const Indices& target, Reduction reduction = Reduction::mean);
/// The mean cross-entropy with targets of probability 1 - smoothing + smoothing / V; every other
/// class has the probability smoothing / V. Unlike cross_entropy(), it ignores no target. Throws
/// UsageError unless 0 <= smoothing <= 1. Szegedy et al. 2015 (arXiv 1512.00567).
Tensor smoothed_cross_entropy(const Tensor& logits, const Indices& target, double smoothing);
/// attention() that does not look at the keys where `padding`, a constant [B, Tk], is not 0, nor at
/// their values. A query without any other key gets zeros. Unlike attention(), it keeps matrices
/// [Tq, Tk]. Throws ShapeError for any other shape of `padding`.
Tensor attention(const Tensor& q, const Tensor& k, const Tensor& v, const Tensor& padding,
                 const AttentionOptions& options);

}  // namespace holo
