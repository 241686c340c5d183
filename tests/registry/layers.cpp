// layers.cpp: entries of norms, dropout and attention.
#include "registry/draws.h"

namespace registry {

using namespace holo;

namespace {

const Shapes rows_of_channels = {
    {1},          {2},     {7},      {5, 3}, {13, 5},   {4, 1},    {1, 6},    {2, 3, 8},  {1, 1, 3},
    {2, 3, 4, 5}, {3, 33}, {17, 16}, {0, 4}, {2, 0, 3}, {1, 4097}, {4097, 2}, {131, 157}, {700, 32},
};

// Few channels may be nearly equal: there a larger epsilon keeps the function smooth.
double epsilon_of(const Shape& shape) { return shape.size(-1) < 16 ? 0.1 : 1e-5; }

}  // namespace

Entry layer_norm_entry() {
  Samples samples("layer_norm");
  for (const Shape& shape : rows_of_channels) {
    const double epsilon = epsilon_of(shape);
    const Shape channels{shape.size(-1)};
    samples.add({samples.numbers(shape), samples.numbers(channels), samples.numbers(channels)},
                [epsilon](Tensors t) { return layer_norm(t[0], t[1], t[2], epsilon); });
    samples.add({samples.numbers(shape), samples.numbers(channels)},
                [epsilon](Tensors t) { return layer_norm(t[0], t[1], Tensor(), epsilon); });
    samples.add(
        {samples.numbers(shape), samples.numbers(channels)},
        [epsilon](Tensors t) { return layer_norm(t[0], Tensor(), t[1], epsilon); }, "bias alone");
    samples.add({samples.numbers(shape)},
                [epsilon](Tensors t) { return layer_norm(t[0], Tensor(), Tensor(), epsilon); });
  }
  samples.add(
      {samples.numbers({7})}, [](Tensors t) { return layer_norm(t[0], t[0], t[0], 0.1); },
      "all the same");
  samples.add(
      {samples.numbers({3, 7}), samples.numbers({7})},
      [](Tensors t) { return layer_norm(t[0], t[1], t[1], 0.1); }, "gain is bias");
  return samples.entry(draw_layer_norm);
}

Entry rms_norm_entry() {
  Samples samples("rms_norm");
  for (const Shape& shape : rows_of_channels) {
    const double epsilon = epsilon_of(shape);
    const Shape channels{shape.size(-1)};
    samples.add({samples.numbers(shape), samples.numbers(channels)},
                [epsilon](Tensors t) { return rms_norm(t[0], t[1], epsilon); });
    samples.add({samples.numbers(shape)},
                [epsilon](Tensors t) { return rms_norm(t[0], Tensor(), epsilon); });
  }
  samples.add(
      {samples.numbers({7})}, [](Tensors t) { return rms_norm(t[0], t[0], 0.1); }, "x is gain");
  return samples.entry(draw_rms_norm);
}

Entry dropout_random() {
  Samples samples("dropout(x, p, random)");
  for (const Shape& shape : shapes) {
    for (const double p : {0.0, 0.25, 0.75}) {
      const CounterRandom random(7, static_cast<std::uint64_t>(shape.numel()));
      samples.add(
          {samples.numbers(shape)}, [p, random](Tensors x) { return dropout(x[0], p, random); },
          "p = " + std::to_string(p));
    }
  }
  return samples.entry(draw_dropout_random);
}

Entry dropout_keep() {
  Samples samples("dropout(x, p, keep)");
  for (const Shape& shape : shapes) {
    for (const double p : {0.0, 0.25}) {
      samples.add(
          {samples.numbers(shape), samples.mask(shape)},
          [p](Tensors x) { return dropout(x[0], p, x[1]); }, "p = " + std::to_string(p));
    }
  }
  return samples.entry(draw_dropout_keep);
}

namespace {

struct Heads {
  Index B, Tq, Tk, H, Hkv, D;
};
const std::vector<Heads> heads = {
    {1, 1, 1, 1, 1, 1},     {1, 1, 1, 2, 2, 3},   {1, 3, 3, 1, 1, 2},      {2, 4, 4, 2, 2, 3},
    {2, 5, 5, 4, 2, 2},     {1, 7, 7, 3, 1, 5},   {2, 1, 6, 2, 1, 4},      {1, 3, 8, 2, 2, 8},
    {3, 2, 9, 4, 4, 1},     {1, 17, 17, 2, 2, 9}, {1, 33, 33, 1, 1, 16},   {0, 3, 3, 2, 2, 4},
    {2, 0, 3, 2, 2, 4},     {2, 16, 16, 4, 2, 8}, {1, 128, 128, 2, 1, 32}, {4, 65, 65, 4, 4, 16},
    {1, 40, 130, 2, 2, 64},
};

// Queries and keys of many channels are smaller, as weights of a model make them: the scores are
// not so large that one key alone is seen.
Input query(Samples& samples, const Shape& shape, Index D) {
  Input input = samples.numbers(shape);
  for (double& x : input.values) x /= D < 16 ? 1 : 4;
  return input;
}

}  // namespace

Entry attention_entry() {
  Samples samples("attention");
  for (const Heads& h : heads) {
    for (const bool causal : {true, false}) {
      const double scale = causal ? 0 : 0.3;
      const AttentionOptions options{h.H, h.Hkv == h.H ? 0 : h.Hkv, causal, scale};
      samples.add(
          {query(samples, {h.B, h.Tq, h.H * h.D}, h.D),
           query(samples, {h.B, h.Tk, h.Hkv * h.D}, h.D),
           samples.numbers({h.B, h.Tk, h.Hkv * h.D})},
          [options](Tensors t) { return attention(t[0], t[1], t[2], options); },
          causal ? "causal" : "");
    }
  }
  const AttentionOptions two{2, 0, true, 0};
  samples.add(
      {samples.numbers({2, 5, 6})}, [two](Tensors t) { return attention(t[0], t[0], t[0], two); },
      "all the same");
  samples.add(
      {samples.numbers({2, 5, 6}), samples.numbers({2, 5, 6})},
      [two](Tensors t) { return attention(t[0], t[1], t[1], two); }, "k is v");
  samples.add(
      {samples.numbers({2, 5, 6}), samples.numbers({2, 5, 6})},
      [two](Tensors t) { return attention(t[0], t[0], t[1], two); }, "q is k");
  return samples.entry(draw_attention);
}

Entry self_attention_entry() {
  Samples samples("self_attention");
  for (const Heads& h : heads) {
    for (const bool causal : {true, false}) {
      const AttentionOptions options{h.H, h.Hkv, causal, causal ? 0 : 0.3};
      samples.add(
          {query(samples, {h.B, h.Tk, (h.H + 2 * h.Hkv) * h.D}, h.D)},
          [options](Tensors t) { return self_attention(t[0], options); }, causal ? "causal" : "");
    }
  }
  return samples.entry(draw_self_attention);
}

}  // namespace registry
