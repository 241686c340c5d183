// draws_shape.cpp: random samples of the ops that give the same elements another shape or order.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "registry/draws.h"

namespace registry {

using namespace holo;

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

// view has its sizes written in place.
Drawn draw_view(Draw& draw) {
  const Shape shape = draw.positive_shape();
  const Index n = shape.numel(), first = 1 + draw.below(12), rows = n % first == 0 ? first : 1;
  return moved(fmt::format("in {} rows:", rows), draw.numbers(shape), [rows](Tensors t) {
    return view(t[0], {rows, -1});
  });
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

}  // namespace registry
