// draws_elements.cpp: random samples of functions of each element, of reductions, and of the
// losses, which are both.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "ops/shapes.h"
#include "registry/draw.h"

namespace registry {

using namespace holo;

// ---- functions of each element, with broadcasting ----

namespace {

// The gradient of an input that is broadcast adds up as many terms of the size `term`.
void add_repeats(Drawn& drawn, double term) {
  Shape whole;
  for (const Input& input : drawn.sample.inputs) {
    whole = broadcast_shape("draw", whole, input.shape);
  }
  for (const Input& input : drawn.sample.inputs) {
    if (input.shape.numel() == 0) continue;
    const double repeats = double(whole.numel()) / double(input.shape.numel());
    drawn.terms = std::max(drawn.terms, repeats);
  }
  if (drawn.terms > 1) drawn.scale = term * std::sqrt(drawn.terms);
}

}  // namespace

DrawFunction draw_unary(Tensor (*f)(const Tensor&), Domain domain) {
  return [f, domain](Draw& draw) {
    const Input x = draw.with_edges(draw.numbers(draw.shape(), domain));
    return Drawn{.sample = sample_of("", {x}, [f](Tensors t) { return f(t[0]); }),
                 .scale = domain == Domain::large ? 30.0 : 1.0};
  };
}

DrawFunction draw_binary(Tensor (*f)(const Tensor&, const Tensor&), Pair pair) {
  return [f, pair](Draw& draw) {
    const Shape whole = draw.shape();
    const Shape a_shape = draw.one_in(2) ? whole : draw.part_of(whole);
    const Shape b_shape = draw.one_in(2) ? whole : draw.part_of(whole);
    const bool distinct = pair == Pair::distinct;
    Input a = distinct
                  ? draw.apart(a_shape)
                  : draw.numbers(a_shape, pair == Pair::power ? Domain::positive : Domain::real);
    Input b = distinct ? draw.apart(b_shape, 0.05)
                       : draw.numbers(b_shape,
                                      pair == Pair::divisor ? Domain::away_from_0 : Domain::real);
    // A divisor near 0 makes one term of a sum outweigh all others.
    for (double& x : b.values) {
      if (pair == Pair::divisor)
        x = static_cast<double>(static_cast<float>(x + (x < 0 ? -0.5 : 0.5)));
    }
    a = draw.with_edges(std::move(a)), b = draw.with_edges(std::move(b));
    const double term = pair == Pair::power ? 150 : pair == Pair::divisor ? 20 : 5;
    Drawn drawn{sample_of("", {a, b}, [f](Tensors t) { return f(t[0], t[1]); })};
    if (pair != Pair::power && pair != Pair::divisor && draw.one_in(10)) {
      drawn.sample = sample_of("twice", {a}, [f](Tensors t) { return f(t[0], t[0]); });
    }
    add_repeats(drawn, term);
    return drawn;
  };
}

Drawn draw_pow_number(Draw& draw) {
  const double p = draw.one_of({2.0, 3.0, -1.0, 0.5, -0.5, 2.5, 1.0, 0.0, -2.0, 4.0});
  const bool whole = p == std::round(p);
  const Input x = draw.numbers(draw.shape(), whole ? Domain::away_from_0 : Domain::positive);
  return {sample_of(fmt::format("p = {}", p), {x}, [p](Tensors t) { return pow(t[0], p); })};
}

// The ends are multiples of 1/4, as numbers may be.
Drawn draw_clamp(Draw& draw) {
  const double inf = std::numeric_limits<double>::infinity();
  const double low = draw.one_in(6) ? -inf : 0.25 * double(draw.below(16) - 8);
  const double high = draw.one_in(6) ? inf : std::fmax(low, -2) + 0.25 * double(draw.below(8));
  const Input x = draw.apart(draw.shape());
  return {sample_of(fmt::format("from {} to {}", low, high), {x},
                    [low, high](Tensors t) { return clamp(t[0], low, high); })};
}

DrawFunction draw_number_beside(char op, Side side) {
  const bool left = side == Side::left;
  return [op, left](Draw& draw) {
    const double c = draw.one_of({1.5, -0.75, 1.0, 0.3});
    const Input x = draw.numbers(draw.shape(), Domain::away_from_0);
    const auto f = [op, left, c](Tensors t) {
      if (op == '+') return left ? c + t[0] : t[0] + c;
      if (op == '-') return left ? c - t[0] : t[0] - c;
      if (op == '*') return left ? c * t[0] : t[0] * c;
      return left ? c / t[0] : t[0] / c;
    };
    return Drawn{sample_of(fmt::format("c = {}", c), {x}, f)};
  };
}

Drawn draw_where(Draw& draw) {
  const Shape whole = draw.shape();
  const auto shape = [&] { return draw.one_in(2) ? whole : draw.part_of(whole); };
  const Input condition = draw.mask(shape()), a = draw.numbers(shape()), b = draw.numbers(shape());
  Drawn drawn{sample_of("", {condition, a, b}, [](Tensors t) { return where(t[0], t[1], t[2]); })};
  add_repeats(drawn, 1.5);
  return drawn;
}

Drawn draw_masked_fill(Draw& draw) {
  const Shape whole = draw.shape();
  const Input mask = draw.mask(draw.one_in(2) ? whole : draw.part_of(whole));
  return {sample_of("", {draw.numbers(whole), mask},
                    [](Tensors t) { return masked_fill(t[0], t[1], -3.5); })};
}

Drawn draw_dropout_random(Draw& draw) {
  const double p = draw.one_of({0.0, 0.1, 0.25, 0.75});
  const CounterRandom random(7, static_cast<std::uint64_t>(draw.below(1000)));
  return {sample_of(fmt::format("p = {}", p), {draw.numbers(draw.shape())},
                    [p, random](Tensors t) { return dropout(t[0], p, random); })};
}

Drawn draw_dropout_keep(Draw& draw) {
  const double p = draw.one_of({0.0, 0.1, 0.25, 0.75});
  const Shape shape = draw.shape();
  return {sample_of(fmt::format("p = {}", p), {draw.numbers(shape), draw.mask(shape)},
                    [p](Tensors t) { return dropout(t[0], p, t[1]); })};
}

// ---- reductions ----

namespace {

// Some of the dimensions of a shape, in any order, and how many elements they have together.
struct Reduced {
  Shape shape;
  std::vector<int> dims;
  bool keepdim;
  double n = 1;

  Dims over() const { return Dims(dims); }
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

// ---- softmax and the losses ----

namespace {

// Numbers up to `largest`: where one probability is nearly 1, what is left of the others has
// rounding errors of that size.
struct Logits {
  Input x;
  double largest;
};

Logits logits_of(Draw& draw, const Shape& shape) {
  const bool large = draw.one_in(3);
  Logits logits{draw.numbers(shape, large ? Domain::large : Domain::real), large ? 30.0 : 3.0};
  if (large && !draw.is_smooth() && draw.one_in(2)) {  // e^x overflows
    for (double& x : logits.x.values) x *= 300;
    logits.largest *= 300;
  }
  return logits;
}

using Along = std::function<Tensor(const Tensor&, int)>;

Drawn along(Draw& draw, const std::string& options, const Along& f) {
  const Shape shape = draw.shape(1);
  const int dim = draw.dim(shape);
  const double n = double(std::max<Index>(1, shape.size(dim)));
  const Logits drawn_x = logits_of(draw, shape);
  return {sample_of(fmt::format("{}dim {}:", options, dim), {drawn_x.x},
                    [f, dim](Tensors t) { return f(t[0], dim); }),
          n, drawn_x.largest};
}

Reduction random_reduction(Draw& draw) {
  return draw.one_of({Reduction::none, Reduction::sum, Reduction::mean});
}

std::string text_of(Reduction reduction) {
  return reduction == Reduction::none ? "each" : reduction == Reduction::sum ? "sum" : "mean";
}

// n losses of terms of the size `scale`; a gradient of their mean is smaller by n.
Drawn loss(Sample sample, Reduction reduction, double n, double scale) {
  const double count = std::max(n, 1.0);
  return {std::move(sample), reduction == Reduction::none ? 1 : count,
          reduction == Reduction::mean ? scale / count : scale};
}

}  // namespace

Drawn draw_softmax(Draw& draw) {
  return along(draw, "", [](const Tensor& x, int dim) { return softmax(x, dim); });
}

Drawn draw_log_softmax(Draw& draw) {
  Drawn drawn = along(draw, "", [](const Tensor& x, int dim) { return log_softmax(x, dim); });
  drawn.scale += 1.5 * std::sqrt(drawn.terms);  // its backward adds up a row of dy
  return drawn;
}

Drawn draw_logsumexp(Draw& draw) {
  const bool keepdim = draw.one_in(2);
  return along(draw, keepdim ? "keepdim, " : "",
               [keepdim](const Tensor& x, int dim) { return logsumexp(x, dim, keepdim); });
}

Drawn draw_cross_entropy(Draw& draw) {
  Shape shape = draw.shape(1);
  const int last = shape.ndim() - 1;
  if (shape[last] == 0) shape = shape.with(last, 1);
  const Shape rows = shape.without(last);
  const Reduction reduction = random_reduction(draw);
  const Index ignore = draw.one_in(2) ? -100 : -1;
  const Indices target = draw.indices(rows, shape[last], draw.one_in(2) ? ignore : 0);
  const Logits drawn_x = logits_of(draw, shape);
  Drawn drawn = loss(sample_of(text_of(reduction), {drawn_x.x},
                               [target, reduction, ignore](Tensors t) {
                                 return cross_entropy(t[0], target, reduction, ignore);
                               }),
                     reduction, double(rows.numel()), drawn_x.largest);
  drawn.terms = std::max(drawn.terms, double(shape[last]));
  return drawn;
}

Drawn draw_cross_entropy_masked(Draw& draw) {
  const Shape shape = draw.positive_shape(1), rows = shape.without(shape.ndim() - 1);
  Input mask = draw.mask(rows);
  mask.values[0] = 1;
  const Indices target = draw.indices(rows, shape.size(-1));
  const Logits drawn_x = logits_of(draw, shape);
  Drawn drawn =
      loss(sample_of("", {drawn_x.x, mask},
                     [target](Tensors t) { return cross_entropy(t[0], target, t[1]); }),
           Reduction::mean, double(std::count(mask.values.begin(), mask.values.end(), 1.0)),
           drawn_x.largest);
  drawn.terms = std::max(drawn.terms, double(shape.size(-1)));
  return drawn;
}

Drawn draw_mse(Draw& draw) {
  const Shape shape = draw.shape();
  const Reduction reduction = random_reduction(draw);
  return loss(sample_of(text_of(reduction), {draw.numbers(shape), draw.numbers(shape)},
                        [reduction](Tensors t) { return mse(t[0], t[1], reduction); }),
              reduction, double(shape.numel()), 9);
}

Drawn draw_binary_cross_entropy(Draw& draw) {
  const Shape shape = draw.shape();
  const Reduction reduction = random_reduction(draw);
  const Logits drawn_x = logits_of(draw, shape);
  const Input targets = draw.one_in(2) ? draw.mask(shape) : draw.numbers(shape, Domain::positive);
  return loss(sample_of(text_of(reduction), {drawn_x.x, targets},
                        [reduction](Tensors t) {
                          return binary_cross_entropy_with_logits(t[0], t[1], reduction);
                        }),
              reduction, double(shape.numel()), 4 * drawn_x.largest);
}

}  // namespace registry
