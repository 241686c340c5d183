// draws_layers.cpp: random samples of norms and of attention.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "registry/draws.h"

namespace registry {

using namespace holo;

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
