// draws_reduce.cpp: random samples of the reductions.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "registry/draws.h"

namespace registry {

using namespace holo;

namespace {

// Some of the dimensions of a shape, in any order, and how many elements they have together.
struct Reduced {
  Shape shape;
  std::vector<int> dims;
  bool keepdim;
  double n = 1;

  Dims over() const { return Dims(std::span<const int>(dims)); }
  std::string to_string() const {
    std::string text = keepdim ? "keepdim, over" : "over";
    for (const int d : dims) text += fmt::format(" {}", d);
    return text + ":";
  }
};

Reduced reduced(Draw& draw) {
  Reduced r{draw.shape(1), {}, draw.one_in(2)};
  for (int d = 0; d < r.shape.ndim(); ++d) {
    if (draw.one_in(2)) r.dims.push_back(d);
  }
  if (r.dims.empty()) r.dims = {0};
  draw.shuffle(r.dims);
  for (int& d : r.dims) {
    r.n *= double(r.shape[d]);
    d = draw.counted(d, r.shape.ndim());
  }
  return r;
}

// Numbers of one sign, whose sum is large, or of both, which cancel.
Input terms(Draw& draw, const Shape& shape) {
  return draw.numbers(shape, draw.one_in(2) ? Domain::positive : Domain::real);
}

// A sum of n terms that is divided by n is of the size of a term / sqrt(n).
Drawn sum_of(Sample sample, double n) {
  return {std::move(sample), std::max(n, 1.0), 4 * std::sqrt(std::max(n, 1.0))};
}
Drawn mean_of(Sample sample, double n) {
  return {std::move(sample), std::max(n, 1.0), 4 / std::sqrt(std::max(n, 1.0))};
}
Drawn var_of(Sample sample, double n) {
  return {std::move(sample), std::max(n, 1.0), 9 / std::sqrt(std::max(n, 1.0))};
}

}  // namespace

Drawn draw_sum(Draw& draw) {
  const Input x = terms(draw, draw.shape());
  return sum_of(sample_of("", {x}, [](Tensors t) { return sum(t[0]); }), double(x.shape.numel()));
}

Drawn draw_mean(Draw& draw) {
  const Input x = terms(draw, draw.shape());
  return mean_of(sample_of("", {x}, [](Tensors t) { return mean(t[0]); }), double(x.shape.numel()));
}

Drawn draw_var(Draw& draw) {
  const Correction correction(draw.below(3));
  const Input x = terms(draw, draw.shape());
  return var_of(sample_of(fmt::format("correction {}", correction.count), {x},
                          [correction](Tensors t) { return var(t[0], correction); }),
                double(x.shape.numel()));
}

Drawn draw_sum_dims(Draw& draw) {
  const Reduced r = reduced(draw);
  return sum_of(sample_of(r.to_string(), {terms(draw, r.shape)},
                          [r](Tensors t) { return sum(t[0], r.over(), r.keepdim); }),
                r.n);
}

Drawn draw_mean_dims(Draw& draw) {
  const Reduced r = reduced(draw);
  return mean_of(sample_of(r.to_string(), {terms(draw, r.shape)},
                           [r](Tensors t) { return mean(t[0], r.over(), r.keepdim); }),
                 r.n);
}

Drawn draw_var_dims(Draw& draw) {
  const Reduced r = reduced(draw);
  const Correction correction(draw.below(3));
  return var_of(
      sample_of(fmt::format("correction {}, {}", correction.count, r.to_string()),
                {terms(draw, r.shape)},
                [r, correction](Tensors t) { return var(t[0], r.over(), correction, r.keepdim); }),
      r.n);
}

DrawFunction draw_extreme(Extreme which) {
  const bool is_max = which == Extreme::max;
  return [is_max](Draw& draw) {
    return Drawn{sample_of("", {draw.apart(draw.positive_shape())},
                           [is_max](Tensors t) { return is_max ? max(t[0]) : min(t[0]); })};
  };
}

DrawFunction draw_extreme_dim(Extreme which) {
  const bool is_max = which == Extreme::max;
  return [is_max](Draw& draw) {
    Shape shape = draw.shape(1);
    const int dim = draw.dim(shape);
    const bool keepdim = draw.one_in(2);
    if (shape.size(dim) == 0) shape = shape.with(dim < 0 ? dim + shape.ndim() : dim, 1);
    const auto f = [is_max, dim, keepdim](Tensors t) {
      return is_max ? max(t[0], dim, keepdim) : min(t[0], dim, keepdim);
    };
    return Drawn{sample_of(fmt::format("{}over {}:", keepdim ? "keepdim, " : "", dim),
                           {draw.apart(shape)}, f)};
  };
}

}  // namespace registry
