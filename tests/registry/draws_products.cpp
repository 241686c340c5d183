// draws_products.cpp: random samples of matmul, linear, the gates, norms and attention.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "registry/draw.h"

namespace registry {

using namespace holo;

// ---- products and gates ----

namespace {

constexpr Activation activations[] = {Activation::none,      Activation::relu,   Activation::relu2,
                                      Activation::gelu,      Activation::silu,   Activation::tanh,
                                      Activation::gelu_tanh, Activation::sigmoid};

Activation random_activation(Draw& draw) {
  return activations[static_cast<std::size_t>(draw.below(std::size(activations)))];
}

// Sizes of a product, [M, K] @ [K, N]: now and then one of a few million multiplications, which
// threads share and which no tile holds.
struct Product {
  Index M, K, N;

  double longest() const { return double(std::max({M, K, N, Index{1}})); }
};

Product random_product(Draw& draw) {
  Index left = draw.one_in(40) ? 2'000'000 : draw.one_in(8) ? 300'000 : 20'000;
  std::vector<Index> sizes;
  for (int i = 0; i < 3; ++i) {
    sizes.push_back(draw.size(std::min<Index>(left, 2000)));
    left = std::max<Index>(1, left / std::max<Index>(1, sizes.back()));
  }
  draw.shuffle(sizes);
  return {sizes[0], sizes[1], sizes[2]};
}

// `longest` products of numbers up to 3 are added.
Drawn sum_of_products(Sample sample, double longest) {
  return {std::move(sample), longest, 4 * std::sqrt(longest)};
}

Shape with_batch(const Shape& batch, std::initializer_list<Index> last) {
  std::vector<Index> sizes(batch.begin(), batch.end());
  sizes.insert(sizes.end(), last);
  return Shape(std::span<const Index>(sizes));
}

// Rows of C numbers.
Shape rows_of(Draw& draw, Index C) {
  const Shape shape = draw.shape(0, max_ndim - 1);
  return with_batch(shape.numel() * C > 2 * draw.most() ? Shape{} : shape, {C});
}

std::string text_of(Activation act) { return fmt::format("activation {}", int(act)); }

}  // namespace

// Matrices, batches of them that are broadcast, vectors.
Drawn draw_matmul(Draw& draw) {
  const Product p = random_product(draw);
  Shape a{p.M, p.K}, b{p.K, p.N};
  double repeats = 1;
  if (draw.one_in(3)) {
    std::vector<Index> sizes;
    for (Index count = 1 + draw.below(4); count > 0; --count) sizes.push_back(draw.size(4));
    if (double(p.M * p.N + p.K) * p.longest() < 1e5) {
      const Shape batch{std::span<const Index>(sizes)};
      a = with_batch(draw.part_of(batch), {p.M, p.K});
      b = with_batch(draw.part_of(batch), {p.K, p.N});
      repeats = double(std::max<Index>(batch.numel(), 1));
    }
  }
  if (draw.one_in(6)) a = Shape{p.K};
  if (draw.one_in(6)) b = Shape{p.K};
  return sum_of_products(sample_of("", {draw.numbers(a), draw.numbers(b)},
                                   [](Tensors t) { return matmul(t[0], t[1]); }),
                         repeats * p.longest());
}

// A sum near the kink of relu may be on the other side of it on another device: there all numbers
// are multiples of a power of two, and their sums are exact.
Drawn draw_linear(Draw& draw) {
  const Product p = random_product(draw);
  const Activation act = random_activation(draw);
  const bool has_bias = draw.one_in(2);
  // For differences all terms of a channel have one sign, so that no sum comes near a kink.
  const bool one_sign = draw.is_smooth() && (act == Activation::relu || act == Activation::relu2);
  const auto numbers = [&](const Shape& shape) {
    if (one_sign) return draw.numbers(shape, Domain::positive);
    return act == Activation::relu ? draw.exact(shape) : draw.numbers(shape);
  };
  const Shape x = draw.one_in(4)   ? Shape{p.K}
                  : draw.one_in(4) ? Shape{1, p.M, 1, p.K}
                                   : Shape{p.M, p.K};
  std::vector<Input> inputs{numbers(x), numbers({p.N, p.K})};
  // Results of the size of an activation's bend, for any K.
  for (double& w : inputs[1].values) w = std::ldexp(w, -std::ilogb(std::sqrt(double(p.K)) + 1));
  if (has_bias) inputs.push_back(numbers({p.N}));
  for (std::size_t k = 1; k < inputs.size() && one_sign && p.N > 0; ++k) {
    std::vector<double>& values = inputs[k].values;
    const std::size_t of_channel = values.size() / static_cast<std::size_t>(p.N);
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (i / of_channel % 2 == 1) values[i] = -values[i];
    }
  }
  const auto f = [act, has_bias](Tensors t) {
    return linear(t[0], t[1], has_bias ? t[2] : Tensor(), act);
  };
  return sum_of_products(sample_of(text_of(act) + (has_bias ? ", bias" : ""), inputs, f),
                         p.longest());
}

Drawn draw_gated(Draw& draw) {
  const Activation act = random_activation(draw);
  const Gate gate = draw.one_in(2) ? Gate::first : Gate::second;
  const Index C = draw.size(draw.most() / 2);
  return {.sample = sample_of(
              fmt::format("{}, gate {}", text_of(act), gate == Gate::first ? "first" : "second"),
              {draw.numbers(rows_of(draw, 2 * C), draw.smooth_at_0())},
              [act, gate](Tensors t) { return gated(t[0], act, gate); }),
          .scale = 9};
}

Drawn draw_holo_gate(Draw& draw) {
  const HoloGateOptions options{random_activation(draw), random_activation(draw),
                                random_activation(draw)};
  const Shape shape = draw.shape(1);
  std::vector<Input> inputs{draw.numbers(shape, draw.smooth_at_0()),
                            draw.numbers(shape, draw.smooth_at_0())};
  const bool twice = draw.one_in(5);
  if (!twice) inputs.push_back(draw.numbers(shape, draw.smooth_at_0()));
  return {.sample = sample_of(
              fmt::format("activations {}, {}, {}{}", int(options.first), int(options.second),
                          int(options.gate), twice ? ", a is c" : ""),
              inputs,
              [options, twice](Tensors t) {
                return holo_gate(t[0], t[1], twice ? t[0] : t[2], options);
              }),
          .scale = 9};
}

Drawn draw_affine_flow(Draw& draw) {
  const Shape shape = draw.shape();
  std::vector<Input> inputs;
  for (int i = 0; i < 3; ++i) inputs.push_back(draw.numbers(shape));
  const bool has_x = !draw.one_in(4);
  if (has_x) inputs.push_back(draw.numbers(shape));
  return {.sample = sample_of(has_x ? "" : "without x", inputs,
                              [has_x](Tensors t) {
                                return affine_flow(has_x ? t[3] : Tensor(), t[0], t[1], t[2]);
                              }),
          .scale = 9};
}

// ---- norms and attention ----

namespace {

// Rows of C channels. Few may be nearly equal: there a larger epsilon keeps the function smooth.
struct Normed {
  Input x;
  Index C;
  double epsilon;
  std::string text;

  // The gradients of gain and bias add up the rows.
  Drawn drawn(Sample sample) const {
    const double rows = double(x.shape.numel()) / double(C);
    return {std::move(sample), std::max({1.0, rows, double(C)}),
            5 * std::sqrt(std::max(1.0, rows))};
  }
};

Normed normed(Draw& draw) {
  Shape shape = draw.shape(1);
  if (shape.size(-1) == 0) shape = shape.with(shape.ndim() - 1, 1);
  const Index C = shape.size(-1);
  const double epsilon = C < 16 ? 0.1 : 1e-5;
  return {draw.numbers(shape), C, epsilon, fmt::format("epsilon {}", epsilon)};
}

// Some heads of queries share those of keys. With causal, later queries see more keys.
struct RandomHeads {
  Index B, Tq, Tk, H, Hkv, D;
  AttentionOptions options;

  std::string to_string() const {
    return fmt::format("{}{} heads, {} of keys, scale {}:", options.causal ? "causal, " : "", H,
                       Hkv, options.scale);
  }
  double longest() const { return double(std::max({Tq * H / Hkv, Tk, D, Index{1}})); }
};

RandomHeads random_heads(Draw& draw) {
  const Index most = draw.one_in(40) ? 200 : draw.one_in(5) ? 70 : 18;
  RandomHeads h{};
  h.B = draw.size(4);
  // Often more than a block of queries has, where no differences are taken.
  h.Tk = !draw.is_smooth() && draw.one_in(3) ? 33 + draw.below(60) : draw.size(most);
  const bool causal = draw.one_in(2);
  h.Tq = draw.one_in(2) ? h.Tk : draw.size(most);
  if (causal) h.Tq = std::min(h.Tq, h.Tk);
  h.Hkv = 1 + draw.below(3);
  h.H = h.Hkv * (1 + draw.below(3));
  h.D = draw.positive(draw.one_in(10) ? 70 : 20);
  h.options = {h.H, h.Hkv == h.H && draw.one_in(2) ? 0 : h.Hkv, causal, draw.one_in(3) ? 0.3 : 0};
  return h;
}

// Queries and keys of many channels are smaller, as weights of a model make them: the scores are
// not so large that one key alone is seen.
Input moderate(Input input, Index D) {
  for (double& x : input.values) x /= D < 16 ? 1 : 4;
  return input;
}

}  // namespace

Drawn draw_layer_norm(Draw& draw) {
  const Normed n = normed(draw);
  const bool gain = draw.one_in(2), bias = draw.one_in(2);
  std::vector<Input> inputs{n.x};
  if (gain) inputs.push_back(draw.numbers({n.C}));
  if (bias) inputs.push_back(draw.numbers({n.C}));
  const auto f = [gain, bias, epsilon = n.epsilon](Tensors t) {
    return layer_norm(t[0], gain ? t[1] : Tensor(), bias ? t.back() : Tensor(), epsilon);
  };
  return n.drawn(sample_of(n.text + (gain ? ", gain" : "") + (bias ? ", bias" : ""), inputs, f));
}

Drawn draw_rms_norm(Draw& draw) {
  const Normed n = normed(draw);
  const bool gain = draw.one_in(2);
  std::vector<Input> inputs{n.x};
  if (gain) inputs.push_back(draw.numbers({n.C}));
  const auto f = [gain, epsilon = n.epsilon](Tensors t) {
    return rms_norm(t[0], gain ? t[1] : Tensor(), epsilon);
  };
  return n.drawn(sample_of(n.text + (gain ? ", gain" : ""), inputs, f));
}

Drawn draw_attention(Draw& draw) {
  const RandomHeads h = random_heads(draw);
  const Input q = moderate(draw.numbers({h.B, h.Tq, h.H * h.D}), h.D);
  const Input k = moderate(draw.numbers({h.B, h.Tk, h.Hkv * h.D}), h.D);
  const Input v = draw.numbers({h.B, h.Tk, h.Hkv * h.D});
  const auto attend = [options = h.options](Tensors t) {
    return attention(t[0], t[1], t[2], options);
  };
  return {sample_of(h.to_string(), {q, k, v}, attend), h.longest(), 4 * std::sqrt(h.longest())};
}

Drawn draw_self_attention(Draw& draw) {
  const RandomHeads h = random_heads(draw);
  const Input qkv = moderate(draw.numbers({h.B, h.Tk, (h.H + 2 * h.Hkv) * h.D}), h.D);
  return {sample_of(h.to_string(), {qkv},
                    [options = h.options](Tensors t) { return self_attention(t[0], options); }),
          h.longest(), 4 * std::sqrt(h.longest())};
}

}  // namespace registry
