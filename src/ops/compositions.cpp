// compositions.cpp: operators and operations known from other libraries, built from the operations
// in ops.h.
#include "holo/compositions.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <limits>
#include <utility>
#include <vector>

#include "ops/shapes.h"
#include "tensor/record.h"

namespace holo {
namespace {

template <class Compare>
Tensor mask_of(const char* op, const Tensor& a, const Tensor& b, Compare holds) {
  const NoGrad no_grad;
  const Shape shape = broadcast_shape(op, a.shape(), b.shape());
  const Parent inputs[] = {a, b};
  common_backend(op, inputs);  // throws if they are on different devices
  const std::vector<real> left = broadcast_to(a, shape).to_vector(),
                          right = broadcast_to(b, shape).to_vector();
  std::vector<real> mask(left.size());
  std::transform(left.begin(), left.end(), right.begin(), mask.begin(),
                 [&](real x, real y) { return static_cast<real>(holds(x, y)); });
  return tensor(mask, shape, a.device());
}

// copy_ checks that a parameter may be changed. A freed node has no parents, but is no parameter.
Tensor& assign(Tensor& x, const Tensor& y) {
  const Node& node = x.node();
  const bool is_parameter = node.requires_grad && node.parent_count == 0 && !node.freed;
  return is_parameter ? x.copy_(y) : x = y;
}

// Where v is 0, the result is v itself, because the slope of sqrt there is infinite.
Tensor root(const Tensor& v) { return where(v, sqrt(where(v, v, number(1, v))), v); }

// x, with 0 where column - row > diagonal if `right`, else where column - row < diagonal.
Tensor triangle(const Tensor& x, Index diagonal, bool right, const char* op) {
  const Index rows = x.shape()[checked_dim(op, -2, x.shape())], columns = x.shape().size(-1);
  std::vector<real> mask;
  for (Index i = 0; i < rows; ++i) {
    for (Index j = 0; j < columns; ++j) {
      mask.push_back((right ? j - i > diagonal : j - i < diagonal) ? 1 : 0);
    }
  }
  return masked_fill(x, tensor(mask, {rows, columns}, x.device()), 0);
}

// The position of a new dimension `dim`.
int checked_new_dim(const char* op, int dim, const Shape& shape) {
  const int ndim = shape.ndim();
  if (ndim == max_ndim) {
    throw ShapeError(op, fmt::format("{} has {} dimensions", shape.to_string(), ndim),
                     fmt::format("at most {}, before one is added", max_ndim - 1),
                     "reshape neighbors into one dimension");
  }
  if (dim < -ndim - 1 || dim > ndim) {
    throw ShapeError(op, fmt::format("dimension {} for {}", dim, shape.to_string()),
                     fmt::format("{} to {}", -ndim - 1, ndim), "-1 for a new last dimension");
  }
  return dim < 0 ? dim + ndim + 1 : dim;
}

}  // namespace

Tensor operator>(const Tensor& a, const Tensor& b) {
  return mask_of("operator>", a, b, std::greater());
}
Tensor operator>=(const Tensor& a, const Tensor& b) {
  return mask_of("operator>=", a, b, std::greater_equal());
}
Tensor operator<(const Tensor& a, const Tensor& b) {
  return mask_of("operator<", a, b, std::less());
}
Tensor operator<=(const Tensor& a, const Tensor& b) {
  return mask_of("operator<=", a, b, std::less_equal());
}
Tensor operator==(const Tensor& a, const Tensor& b) {
  return mask_of("operator==", a, b, std::equal_to());
}
Tensor operator!=(const Tensor& a, const Tensor& b) {
  return mask_of("operator!=", a, b, std::not_equal_to());
}
Tensor operator>(const Tensor& a, double c) { return a > number(c, a); }
Tensor operator>=(const Tensor& a, double c) { return a >= number(c, a); }
Tensor operator<(const Tensor& a, double c) { return a < number(c, a); }
Tensor operator<=(const Tensor& a, double c) { return a <= number(c, a); }
Tensor operator==(const Tensor& a, double c) { return a == number(c, a); }
Tensor operator!=(const Tensor& a, double c) { return a != number(c, a); }

Tensor& operator+=(Tensor& x, const Tensor& y) { return assign(x, x + y); }
Tensor& operator-=(Tensor& x, const Tensor& y) { return assign(x, x - y); }
Tensor& operator*=(Tensor& x, const Tensor& y) { return assign(x, x * y); }
Tensor& operator/=(Tensor& x, const Tensor& y) { return assign(x, x / y); }
Tensor& operator+=(Tensor& x, double c) { return assign(x, x + c); }
Tensor& operator-=(Tensor& x, double c) { return assign(x, x - c); }
Tensor& operator*=(Tensor& x, double c) { return assign(x, x * c); }
Tensor& operator/=(Tensor& x, double c) { return assign(x, x / c); }

Tensor Tensor::operator[](Index i) const { return select(*this, 0, i); }

Tensor leaky_relu(const Tensor& x, double slope) { return where(relu(x), x, slope * x); }

// For x <= 0, e^x - 1 = tanh(x / 2) (e^x + 1), which has no cancellation near 0.
Tensor elu(const Tensor& x, double alpha) {
  const Tensor low = clamp(x, -std::numeric_limits<double>::infinity(), 0);
  return where(relu(x), x, alpha * tanh(low / 2) * (exp(low) + 1));
}

Tensor stddev(const Tensor& x, Correction correction) { return root(var(x, correction)); }
Tensor stddev(const Tensor& x, const Dims& dims, Correction correction, bool keepdim) {
  checked_dims("stddev", x.shape(), dims);
  return root(var(x, dims, correction, keepdim));
}

// After each step, y[i] is the sum of the last 2, 4, 8, ... elements up to x[i]. Hillis, Steele
// 1986.
Tensor cumsum(const Tensor& x, int dim) {
  const int d = checked_dim("cumsum", dim, x.shape());
  Tensor y = x * 1;  // not x itself, even if there is only one element
  for (Index n = x.size(d), width = 1; width < n; width *= 2) {
    y = y + pad(slice(y, d, 0, n - width), d, width, 0);
  }
  return y;
}

Indices argmin(const Tensor& x) {
  check_choice("argmin", x.shape());
  return argmax(-x);
}
Indices argmin(const Tensor& x, int dim, bool keepdim) {
  return argmax(-x, checked_choice("argmin", x.shape(), dim), keepdim);
}

Tensor min(const Tensor& x) {
  check_choice("min", x.shape());
  return -max(-x);
}
Tensor min(const Tensor& x, int dim, bool keepdim) {
  return -max(-x, checked_choice("min", x.shape(), dim), keepdim);
}

Tensor squeeze(const Tensor& x, int dim) {
  const int d = checked_dim("squeeze", dim, x.shape());
  if (x.shape()[d] != 1) {
    throw ShapeError(
        "squeeze", fmt::format("dimension {} of {} is {}", d, x.shape().to_string(), x.shape()[d]),
        "a dimension of size 1", "squeeze(x), which removes only dimensions of size 1");
  }
  return reshape(x, x.shape().without(d));
}

Tensor squeeze(const Tensor& x) {
  std::vector<Index> sizes(x.shape().begin(), x.shape().end());
  sizes.erase(std::remove(sizes.begin(), sizes.end(), Index{1}), sizes.end());
  return reshape(x, sizes);
}

Tensor unsqueeze(const Tensor& x, int dim) {
  return reshape(x, x.shape().inserted(checked_new_dim("unsqueeze", dim, x.shape()), 1));
}

Tensor flatten(const Tensor& x, int first, int last) {
  const Shape& shape = x.shape();
  if (shape.ndim() == 0) return reshape(x, {1});
  const int from = checked_dim("flatten", first, shape), to = checked_dim("flatten", last, shape);
  if (to < from) {
    throw ShapeError("flatten",
                     fmt::format("dimensions {} to {} of {}", first, last, shape.to_string()),
                     "the first dimension before the last", "the other order");
  }
  std::vector<Index> sizes(shape.begin(), shape.begin() + from);
  Index size = 1;
  for (int d = from; d <= to; ++d) size *= shape[d];
  sizes.push_back(size);
  sizes.insert(sizes.end(), shape.begin() + to + 1, shape.end());
  return reshape(x, sizes);
}

Tensor select(const Tensor& x, int dim, Index index) {
  const int d = checked_dim("select", dim, x.shape());
  const Index n = x.shape()[d], i = index < 0 ? index + n : index;
  if (i < 0 || i >= n) {
    throw ShapeError("select",
                     fmt::format("index {} in dimension {} of {}", index, d, x.shape().to_string()),
                     n == 0 ? "a dimension with elements" : fmt::format("{} to {}", -n, n - 1),
                     "count from 0, or from -1 at the end");
  }
  return squeeze(slice(x, d, i, i + 1), d);
}

Tensor slice(const Tensor& x, const std::vector<Slice>& slices) {
  const Shape& shape = x.shape();
  if (slices.size() > static_cast<std::size_t>(shape.ndim())) {
    throw ShapeError("slice", fmt::format("{} slices of {}", slices.size(), shape.to_string()),
                     fmt::format("at most {}, one for each dimension", shape.ndim()),
                     "fewer slices: the last dimensions stay whole");
  }
  constexpr Index least = std::numeric_limits<Index>::min();
  constexpr Index most = std::numeric_limits<Index>::max();
  Tensor y = slices.empty() ? reshape(x, shape) : x;  // not x itself
  int dim = 0;
  for (const Slice& part : slices) {
    const bool forward = part.step > 0;
    y = slice(y, dim++, part.start.value_or(forward ? 0 : most),
              part.stop.value_or(forward ? most : least), part.step);
  }
  return y;
}

Tensor stack(const std::vector<Tensor>& tensors, int dim) {
  if (tensors.empty()) {
    throw ShapeError("stack", "a list of no tensors", "one or more",
                     "zeros(shape), if nothing is to be joined");
  }
  const Shape& first = tensors[0].shape();
  const int d = checked_new_dim("stack", dim, first);
  std::vector<Tensor> parts;
  for (const Tensor& x : tensors) {
    if (!(x.shape() == first)) {
      throw ShapeError("stack",
                       fmt::format("tensor {} is {} and tensor 0 is {}", parts.size(),
                                   x.shape().to_string(), first.to_string()),
                       "equal shapes", "cat, which joins along a dimension that they have");
    }
    parts.push_back(unsqueeze(x, d));
  }
  return cat(parts, d);
}

std::vector<Tensor> chunk(const Tensor& x, Index chunks, int dim) {
  const int d = checked_dim("chunk", dim, x.shape());
  if (chunks < 1) {
    throw ShapeError("chunk", fmt::format("{} pieces of {}", chunks, x.shape().to_string()),
                     "1 or more", "split, for pieces of given sizes");
  }
  const Index size = x.shape()[d], most = size / chunks + (size % chunks == 0 ? 0 : 1);
  const Index count = size == 0 ? chunks : (size - 1) / most + 1;
  std::vector<Index> sizes;
  for (Index i = 0; i < count; ++i) sizes.push_back(std::min(most, size - i * most));
  return split(x, sizes, d);
}

// Treats x as a table with one column.
Tensor gather(const Tensor& x, int dim, const Indices& index) {
  const Shape &from = x.shape(), &to = index.shape();
  const int at = checked_dim("gather", dim, from);
  if (to.ndim() != from.ndim()) {
    throw ShapeError("gather",
                     fmt::format("indices {} for {}: {} and {} dimensions", to.to_string(),
                                 from.to_string(), to.ndim(), from.ndim()),
                     "equally many dimensions", "embedding, to choose whole rows");
  }
  for (int d = 0; d < from.ndim(); ++d) {
    if (d == at || to[d] <= from[d]) continue;
    throw ShapeError("gather",
                     fmt::format("indices {} for {}: dimension {} is {} and {}", to.to_string(),
                                 from.to_string(), d, to[d], from[d]),
                     fmt::format("no size larger than in x, except in dimension {}", at),
                     "broadcast_to repeats x");
  }
  check_range("gather", index, from, at);
  // The row-major position in x of each element of the result.
  const Strides steps = row_major(from);
  std::vector<Index> places = index.values();
  for (std::size_t i = 0; i < places.size(); ++i) {
    places[i] *= steps.stride[at];
    Index rest = static_cast<Index>(i);
    for (int d = from.ndim(); d-- > 0; rest /= to[d]) {
      if (d != at) places[i] += rest % to[d] * steps.stride[d];
    }
  }
  return reshape(embedding(reshape(x, {x.numel(), 1}), Indices({to.numel()}, std::move(places))),
                 to);
}

Tensor pad(const Tensor& x, int dim, Index before, Index after, double value) {
  const int d = checked_dim("pad", dim, x.shape());
  if (before < 0 || after < 0) {
    throw ShapeError("pad", fmt::format("{} elements in front and {} at the end", before, after),
                     "0 or more of each", "slice, which removes elements");
  }
  const auto filled = [&](Index n) {
    return full(x.shape().with(d, n), static_cast<real>(value), x.device());
  };
  return cat({filled(before), x, filled(after)}, d);
}

Tensor tril(const Tensor& x, Index diagonal) { return triangle(x, diagonal, true, "tril"); }
Tensor triu(const Tensor& x, Index diagonal) { return triangle(x, diagonal, false, "triu"); }

// y = k != 0 ? x k : 0,  k = keep / (1 - p)
Tensor dropout(const Tensor& x, double p, const Tensor& keep) {
  if (!(p >= 0 && p < 1)) {
    throw UsageError("dropout", fmt::format("p {}", p), "0 <= p < 1", "0.1");
  }
  check_broadcasts_to("dropout", keep.shape(), x.shape());
  const Tensor k = keep.detach() * (1 / (1 - p));
  return where(k, x * k, number(0, x));
}

Tensor cross_entropy(const Tensor& logits, const Indices& target, const Tensor& mask) {
  if (!(mask.shape() == target.shape())) {
    throw ShapeError("cross_entropy",
                     fmt::format("a mask {} for targets {}", mask.shape().to_string(),
                                 target.shape().to_string()),
                     "equal shapes", "one number of the mask for each target");
  }
  const Tensor weights = mask.detach(), losses = cross_entropy(logits, target, Reduction::none);
  return mean(weights * where(weights, losses, number(0, logits))) / mean(weights);
}

Tensor nll_loss(const Tensor& x, const Indices& target, Reduction reduction) {
  const int last = checked_dim("nll_loss", -1, x.shape());
  if (!(target.shape() == x.shape().without(last))) {
    throw ShapeError(
        "nll_loss",
        fmt::format("targets {} for {}", target.shape().to_string(), x.shape().to_string()),
        "one target for each row of classes, the last dimension", "reshape");
  }
  check_range("nll_loss", target, x.shape(), last);
  const Indices columns(target.values(), target.shape().inserted(last, 1));
  const Tensor loss = -squeeze(gather(x, last, columns), last);
  if (reduction == Reduction::none) return loss;
  return reduction == Reduction::sum ? sum(loss) : mean(loss);
}

Tensor smoothed_cross_entropy(const Tensor& logits, const Indices& target, double smoothing) {
  if (!(smoothing >= 0 && smoothing <= 1)) {
    throw UsageError("smoothed_cross_entropy", fmt::format("smoothing {}", smoothing),
                     "a number from 0 to 1", "0.1");
  }
  const int last = checked_dim("smoothed_cross_entropy", -1, logits.shape());
  check_range("smoothed_cross_entropy", target, logits.shape(), last);
  const Tensor loss = cross_entropy(logits, target);
  if (smoothing == 0) return loss;  // a logit of -inf would make NaN: 0 times inf
  return (1 - smoothing) * loss - smoothing * mean(log_softmax(logits, -1));
}

// Heads [B, Hkv, G, T, D], with G query heads for each key head.
Tensor attention(const Tensor& q, const Tensor& k, const Tensor& v, const Tensor& padding,
                 const AttentionOptions& options) {
  const AttentionSizes s = sizes_of_attention(q, k, v, options);
  if (!(padding.shape() == Shape{s.B, s.Tk})) {
    throw ShapeError("attention", fmt::format("padding {}", padding.shape().to_string()),
                     fmt::format("[{},{}], one number for each key", s.B, s.Tk),
                     "1 for a key that is padding, else 0");
  }
  const auto heads = [&](const Tensor& x, Index T, Index G) {
    return permute(reshape(x, {s.B, T, s.Hkv, G, s.D}), {0, 2, 3, 1, 4});
  };
  // A NaN of padding would pass through products with 0, so its keys and values become 0.
  const Tensor is_padding = padding != 0;
  const auto heads_of_keys = [&](const Tensor& x) {
    return heads(masked_fill(x, reshape(is_padding, {s.B, s.Tk, 1}), 0), s.Tk, 1);
  };
  Tensor hidden = reshape(is_padding, {s.B, 1, 1, 1, s.Tk});
  if (s.causal) {
    hidden = maximum(hidden, triu(ones({s.Tq, s.Tk}, q.device()), s.Tk - s.Tq + 1));
  }
  const Tensor scores = matmul(heads(q, s.Tq, s.H / s.Hkv), transpose(heads_of_keys(k), -1, -2));
  const double least = std::numeric_limits<real>::lowest();  // not -inf, which makes NaN of a row
  Tensor weights = softmax(masked_fill(double{s.scale} * scores, hidden, least), -1);
  weights = masked_fill(weights, hidden, 0);
  return reshape(permute(matmul(weights, heads_of_keys(v)), {0, 3, 1, 2, 4}), q.shape());
}

}  // namespace holo
