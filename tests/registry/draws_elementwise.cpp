// draws_elementwise.cpp: random samples of functions of each element, with broadcasting.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "ops/shapes.h"
#include "registry/draws.h"

namespace registry {

using namespace holo;

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

}  // namespace registry
