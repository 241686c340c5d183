// draws_pieces.cpp: random samples of the ops that take tensors apart and put them together.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "registry/draws.h"

namespace registry {

using namespace holo;

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
  return {
      sample_of(fmt::format("dim {}:", dim), inputs, [dim](Tensors t) { return stack(t, dim); })};
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
