// draws_shapes.cpp: random samples of the ops that give the same elements another shape or order,
// and of those that take tensors apart and put them together.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "registry/draw.h"

namespace registry {

using namespace holo;

// ---- another shape or order ----

namespace {

// Other sizes with the same product.
std::vector<Index> other_sizes(Draw& draw, const Shape& shape) {
  std::vector<Index> sizes(shape.begin(), shape.end());
  if (shape.numel() != 0) {
    Index left = shape.numel();
    sizes.clear();
    while (left > 1 && sizes.size() < max_ndim - 1) {
      Index factor = 1 + draw.below(std::min<Index>(left, 20));
      while (left % factor != 0) --factor;
      sizes.push_back(factor);
      left /= factor;
    }
    if (left > 1 || (!sizes.empty() && draw.one_in(4))) sizes.push_back(left);
  }
  draw.shuffle(sizes);
  const bool known = std::count(sizes.begin(), sizes.end(), 0) == 0 && !sizes.empty();
  if (known && draw.one_in(3)) {
    sizes[static_cast<std::size_t>(draw.below(static_cast<Index>(sizes.size())))] = -1;
  }
  return sizes;
}

Drawn moved(const std::string& options, const Input& x, Function f) {
  return {sample_of(options, {x}, std::move(f))};
}

// A shape with a new dimension of size 1 at `at`.
Shape with_1(Draw& draw, int& at) {
  const Shape shape = draw.shape(0, max_ndim - 1);
  at = static_cast<int>(draw.below(shape.ndim() + 1));
  return shape.inserted(at, 1);
}

}  // namespace

Drawn draw_reshape(Draw& draw) {
  const Shape shape = draw.shape();
  const std::vector<Index> sizes = other_sizes(draw, shape);
  return moved("to " + text_of_sizes(sizes) + ":", draw.numbers(shape),
               [sizes](Tensors t) { return reshape(t[0], sizes); });
}

Drawn draw_squeeze_dim(Draw& draw) {
  int at = 0;
  const Shape shape = with_1(draw, at);
  const int dim = draw.counted(at, shape.ndim());
  return moved(fmt::format("dim {}:", dim), draw.numbers(shape),
               [dim](Tensors t) { return squeeze(t[0], dim); });
}

Drawn draw_squeeze(Draw& draw) {
  int at = 0;
  return moved("", draw.numbers(with_1(draw, at)), [](Tensors t) { return squeeze(t[0]); });
}

Drawn draw_unsqueeze(Draw& draw) {
  const Shape shape = draw.shape(0, max_ndim - 1);
  const int dim = draw.counted(static_cast<int>(draw.below(shape.ndim() + 1)), shape.ndim() + 1);
  return moved(fmt::format("dim {}:", dim), draw.numbers(shape),
               [dim](Tensors t) { return unsqueeze(t[0], dim); });
}

Drawn draw_permute(Draw& draw) {
  const Shape shape = draw.shape();
  std::vector<int> dims(static_cast<std::size_t>(shape.ndim()));
  std::iota(dims.begin(), dims.end(), 0);
  draw.shuffle(dims);
  for (int& d : dims) d = draw.counted(d, shape.ndim());
  const std::vector<Index> shown(dims.begin(), dims.end());
  return moved("dims " + text_of_sizes(shown) + ":", draw.numbers(shape),
               [dims](Tensors t) { return permute(t[0], dims); });
}

Drawn draw_transpose(Draw& draw) {
  const Shape shape = draw.shape(1);
  const int a = draw.dim(shape), b = draw.dim(shape);
  return moved(fmt::format("dims {} and {}:", a, b), draw.numbers(shape),
               [a, b](Tensors t) { return transpose(t[0], a, b); });
}

Drawn draw_broadcast_to(Draw& draw) {
  const Shape whole = draw.shape();
  const Shape part = draw.part_of(whole);
  Drawn drawn = moved("to " + whole.to_string() + ":", draw.numbers(part),
                      [whole](Tensors t) { return broadcast_to(t[0], whole); });
  drawn.terms = std::max(1.0, double(whole.numel()) / double(std::max<Index>(part.numel(), 1)));
  drawn.scale = 1.5 * std::sqrt(drawn.terms);
  return drawn;
}

// ---- pieces ----

namespace {

// A part of a dimension of n, its ends sometimes left out, from the end, or beyond it.
Slice random_slice(Draw& draw, Index n) {
  Slice slice;
  const auto position = [&] { return draw.below(2 * n + 4) - n - 2; };
  if (!draw.one_in(3)) slice.start = position();
  if (!draw.one_in(3)) slice.stop = position();
  slice.step = draw.one_of<Index>({1, 1, 1, 2, 3, -1, -2});
  return slice;
}

std::string text_of(const Slice& slice) {
  const auto end = [](const std::optional<Index>& i) { return i ? std::to_string(*i) : ""; };
  return fmt::format("{}:{}:{} ", end(slice.start), end(slice.stop), slice.step);
}

Tensor backwards(const std::vector<Tensor>& pieces, int dim) {
  return cat(std::vector<Tensor>(pieces.rbegin(), pieces.rend()), dim);
}

// The gradient of a row that is chosen often adds up as many numbers.
Drawn chosen(Sample sample, double times) {
  return {std::move(sample), std::max(1.0, times), 1.5 * std::sqrt(std::max(1.0, times))};
}

}  // namespace

Drawn draw_slices(Draw& draw) {
  const Shape shape = draw.shape();
  std::vector<Slice> slices;
  std::string text;
  const Index count = draw.below(shape.ndim() + 1);
  for (int d = 0; d < count; ++d) {
    slices.push_back(random_slice(draw, shape[d]));
    text += text_of(slices.back());
  }
  return {
      sample_of(text, {draw.numbers(shape)}, [slices](Tensors t) { return slice(t[0], slices); })};
}

Drawn draw_slice_dim(Draw& draw) {
  const Shape shape = draw.shape(1);
  const int dim = draw.dim(shape);
  Slice part = random_slice(draw, shape.size(dim));
  if (!part.start) part.start = 0;
  if (!part.stop) part.stop = shape.size(dim);
  return {sample_of(
      fmt::format("dim {}, {}", dim, text_of(part)), {draw.numbers(shape)},
      [dim, part](Tensors t) { return slice(t[0], dim, *part.start, *part.stop, part.step); })};
}

// Now and then the first one comes again at the end.
Drawn draw_cat(Draw& draw) {
  const Shape shape = draw.shape(1);
  const int dim = draw.dim(shape), d = dim < 0 ? dim + shape.ndim() : dim;
  std::vector<Input> inputs{draw.numbers(shape)};
  for (Index more = draw.below(4); more > 0; --more) {
    inputs.push_back(draw.numbers(shape.with(d, draw.size(2 * shape[d] + 1))));
  }
  const bool again = draw.one_in(5);
  const auto f = [dim, again](Tensors t) {
    std::vector<Tensor> all(t.begin(), t.end());
    if (again) all.push_back(t[0]);
    return cat(all, dim);
  };
  return {sample_of(fmt::format("dim {}{}:", dim, again ? ", the first again" : ""), inputs, f)};
}

Drawn draw_stack(Draw& draw) {
  const Shape shape = draw.shape(0, max_ndim - 1);
  const int dim = draw.counted(static_cast<int>(draw.below(shape.ndim() + 1)), shape.ndim() + 1);
  std::vector<Input> inputs;
  for (Index count = 1 + draw.below(4); count > 0; --count) inputs.push_back(draw.numbers(shape));
  return {sample_of(fmt::format("dim {}:", dim), inputs, [dim](Tensors t) {
    return stack({t.begin(), t.end()}, dim);
  })};
}

// All pieces in another order, or the last one alone, so that the others have no gradient.
Drawn draw_split(Draw& draw) {
  const Shape shape = draw.shape(1);
  const int dim = draw.dim(shape);
  std::vector<Index> sizes;
  for (Index left = shape.size(dim); left > 0 || sizes.empty(); left -= sizes.back()) {
    sizes.push_back(sizes.size() == 4 ? left : std::min(left, draw.size(left)));
  }
  const bool one = draw.one_in(3);
  const auto f = [dim, sizes, one](Tensors t) {
    const std::vector<Tensor> pieces = split(t[0], sizes, dim);
    return one ? pieces.back() : backwards(pieces, dim);
  };
  return {sample_of(
      fmt::format("dim {}, sizes {}{}:", dim, text_of_sizes(sizes), one ? ", the last piece" : ""),
      {draw.numbers(shape)}, f)};
}

Drawn draw_chunk(Draw& draw) {
  const Shape shape = draw.shape(1);
  const int dim = draw.dim(shape);
  const Index chunks = 1 + draw.below(5);
  const bool one = draw.one_in(3);
  const auto f = [dim, chunks, one](Tensors t) {
    const std::vector<Tensor> pieces = chunk(t[0], chunks, dim);
    return one ? pieces.back() : backwards(pieces, dim);
  };
  return {sample_of(fmt::format("dim {}, {} chunks{}:", dim, chunks, one ? ", the last piece" : ""),
                    {draw.numbers(shape)}, f)};
}

Drawn draw_gather(Draw& draw) {
  const Shape shape = draw.shape(1);
  const int dim = draw.dim(shape), d = dim < 0 ? dim + shape.ndim() : dim;
  Shape of_index = shape;
  for (int i = 0; i < shape.ndim(); ++i) {
    if (i != d && draw.one_in(4)) of_index = of_index.with(i, draw.below(shape[i] + 1));
  }
  of_index = of_index.with(d, shape[d] == 0 ? 0 : draw.size(2 * shape[d]));
  const Indices index = draw.indices(of_index, std::max<Index>(1, shape[d]));
  return chosen(
      sample_of(fmt::format("dim {}, index {}:", dim, of_index.to_string()), {draw.numbers(shape)},
                [dim, index](Tensors t) { return gather(t[0], dim, index); }),
      double(of_index[d]));
}

Drawn draw_embedding(Draw& draw) {
  const Shape of_index = draw.shape(0, max_ndim - 1);
  const Index C = draw.size(std::max<Index>(1, draw.most() / std::max<Index>(1, of_index.numel())));
  const Shape table{draw.positive(draw.most() > 1000 ? 3000 : 200),
                    draw.one_in(3) ? draw.positive(100) : C};
  const Indices index = draw.indices(of_index, table[0]);
  return chosen(sample_of("index " + of_index.to_string() + ":", {draw.numbers(table)},
                          [index](Tensors t) { return embedding(t[0], index); }),
                double(of_index.numel()));
}

}  // namespace registry
