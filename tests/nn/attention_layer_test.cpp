// attention_layer_test.cpp: rotations, the convolution in time, and the attention layer made of
// them: each beside a plain loop or its definition, with gradients, and what they refuse.
#include <doctest/doctest.h>

#include "holo/nn/attention.h"
#include "nn/layer_check.h"

namespace attention_layer_test {
namespace {

using namespace layer_check;
using Options = MultiHeadAttentionOptions;

std::vector<double> in_doubles(const Tensor& x) {
  const std::vector<real> v = x.to_vector();
  return {v.begin(), v.end()};
}

double dot_of(const Tensor& a, const Tensor& b) { return static_cast<double>(sum(a * b).item()); }

// The vector (1, 2, 3, 4) at every position of [1, T, 1, 4], turned.
Tensor turned(const Tensor& vector, Index T, const RotaryOptions& options) {
  return rotary(broadcast_to(reshape(vector, {1, 1, 1, -1}), {1, T, 1, vector.numel()}), options);
}

Tensor position(const Tensor& x, Index t) { return slice(x, 1, t, t + 1); }

}  // namespace

TEST_CASE("rotary: the angle of pair i at position t is t base^(-2 i / channels)") {
  const Tensor x = tensor({1, 2, 3, 4, 5});
  const Tensor halves = turned(x, 3, {.channels = 4, .base = 100});
  const Tensor pairs = turned(x, 3, {.channels = 4, .base = 100, .interleaved = true});
  for (Index t = 0; t < 3; ++t) {
    const double a = static_cast<double>(t), b = a / 10;  // 100^(-2/4)
    CHECK(apart(position(halves, t).to_vector(),
                {std::cos(a) - 3 * std::sin(a), 2 * std::cos(b) - 4 * std::sin(b),
                 std::sin(a) + 3 * std::cos(a), 2 * std::sin(b) + 4 * std::cos(b), 5}) == "");
    CHECK(apart(position(pairs, t).to_vector(),
                {std::cos(a) - 2 * std::sin(a), std::sin(a) + 2 * std::cos(a),
                 3 * std::cos(b) - 4 * std::sin(b), 3 * std::sin(b) + 4 * std::cos(b), 5}) == "");
  }
}

TEST_CASE("rotary: a product of two depends on how far apart they stand alone") {
  for (const bool interleaved : {false, true}) {
    const RotaryOptions options{.channels = 6, .interleaved = interleaved};
    const Tensor q = turned(values({6}, 1), 9, options), k = turned(values({6}, 2), 9, options);
    const double at_start = dot_of(position(q, 3), position(k, 1));
    CHECK(dot_of(position(q, 8), position(k, 6)) ==
          doctest::Approx(at_start).epsilon(in_double ? 1e-12 : 1e-4));
    CHECK(std::fabs(dot_of(position(q, 8), position(k, 5)) - at_start) > 1e-3);
  }
}

TEST_CASE("rotary: no channels, no positions, and what is refused") {
  const Tensor x = values({2, 3, 2, 4}, 1);
  CHECK(rotary(x, {}).to_vector() == x.to_vector());
  CHECK(rotary(values({2, 0, 2, 4}, 1), {.channels = 4}).shape() == Shape{2, 0, 2, 4});
  check_error<ShapeError>(
      "rotary: 3 dimensions; expected 4: [B, T, H, D]. Try: reshape(x, {B, T, H, D})", [] {
        rotary(values({2, 3, 4}, 1), {.channels = 2});
      });
  CHECK_THROWS_AS(rotary(x, {.channels = 2, .base = 0}), ShapeError);
  for (const Index channels : {Index{3}, Index{6}, Index{-2}}) {
    CHECK_THROWS_AS(rotary(x, {.channels = channels}), ShapeError);
  }
}

TEST_CASE("causal conv: the sum of its definition, and its gradients") {
  for (const Index K : {Index{1}, Index{2}, Index{4}}) {
    PythonRandom random(4);
    CausalConv conv(3, K, random);
    randomize(conv, 8);
    CHECK(names(conv) == std::vector<std::string>{"weight", "bias"});
    const Tensor x = values({2, 3, 3}, 5);
    const auto w = in_doubles(conv.weight), b = in_doubles(conv.bias), v = in_doubles(x);
    std::vector<double> want;
    for (Index n = 0; n < 2; ++n)
      for (Index t = 0; t < 3; ++t)
        for (Index c = 0; c < 3; ++c) {
          double total = b[static_cast<std::size_t>(c)];
          for (Index k = 0; k < K; ++k) {
            const Index from = t - (K - 1) + k;
            if (from < 0) continue;
            total += w[static_cast<std::size_t>(c * K + k)] *
                     v[static_cast<std::size_t>((n * 3 + from) * 3 + c)];
          }
          want.push_back(total);
        }
    CHECK(apart(conv(x).to_vector(), want) == "");
    CHECK(wrong_gradient(
              conv, [&](const Tensor& t) { return conv(t); }, x) == "");
  }
  PythonRandom random(4);
  CHECK_THROWS_AS(CausalConv(3, 0, random), UsageError);
  CausalConv conv(3, 2, random);
  CHECK_THROWS_AS(conv(values({3, 3}, 1)), ShapeError);
  CHECK(conv(values({2, 0, 3}, 1)).shape() == Shape{2, 0, 3});
}

TEST_CASE("attention layer: parameters, sizes, and gradients with every option") {
  const Options all[] = {
      {},
      {.causal = true, .qkv_bias = false, .out_bias = false},
      {.num_heads_kv = 1, .head_dim = 4, .causal = true, .scale = 0.3},
      {.causal = true, .d_conv = 2, .rotary = {.channels = 2}},
      {.num_heads_kv = 1, .rotary = {.channels = 2, .base = 50, .interleaved = true}},
  };
  for (const Options& options : all) {
    PythonRandom random(6);
    MultiHeadAttention layer(6, 2, random, options);
    randomize(layer, 3);
    const Tensor x = values({2, 3, 6}, 7);
    CHECK(layer(x).shape() == x.shape());
    CHECK(layer(values({0, 3, 6}, 1)).shape() == Shape{0, 3, 6});
    CHECK(wrong_gradient(
              layer, [&](const Tensor& t) { return layer(t); }, x) == "");
  }
}

TEST_CASE("attention layer: the integrated MLP is rounded up to 256, both halves together") {
  PythonRandom random(6);
  for (const auto& [asked, rounded] :
       {std::pair<Index, Index>{0, 0}, {1, 256}, {256, 256}, {257, 512}}) {
    const MultiHeadAttention layer(4, 2, random, {.mlp_dim = asked});
    CHECK(layer.mlp_dim == rounded);
    CHECK(layer.in_proj.weight.shape() == Shape{12 + rounded, 4});
    CHECK(layer.out_proj.weight.shape() == Shape{4, 4 + rounded / 2});
  }
  MultiHeadAttention layer(4, 2, random, {.mlp_dim = 10});
  CHECK(names(layer) == std::vector<std::string>{"in_proj.weight", "in_proj.bias",
                                                 "out_proj.weight", "out_proj.bias"});
  // Without its values the attention gives nothing: what is left is [up silu(gate)].
  const NoGrad no_grad;
  Tensor x = values({1, 2, 4}, 3);
  Rows first = product(rows_of(x), layer.in_proj);
  Tensor in_weight = layer.in_proj.weight, in_bias = layer.in_proj.bias;
  const Tensor zero_rows = cat({ones({8, 1}), zeros({4, 1}), ones({256, 1})}, 0);
  in_weight.copy_(in_weight * zero_rows);
  in_bias.copy_(in_bias * reshape(zero_rows, {-1}));
  Rows hidden =
      times(first.columns(12, 140),
            each(first.columns(140, 268), [](double g) { return g / (1 + std::exp(-g)); }));
  Rows heads{2, 4, std::vector<double>(8, 0)};
  CHECK(apart(layer(x).to_vector(), product(heads.beside(hidden), layer.out_proj).v) == "");
}

TEST_CASE("attention layer: causal ones do not see what comes later") {
  PythonRandom random(6);
  for (const bool causal : {true, false}) {
    const Options options{.causal = causal, .d_conv = 3, .rotary = {.channels = 4}};
    MultiHeadAttention layer(8, 2, random, options);
    const NoGrad no_grad;
    Tensor x = values({1, 5, 8}, 1);
    const std::vector<real> before = slice(layer(x), 1, 0, 3).to_vector();
    x = cat({slice(x, 1, 0, 3), values({1, 2, 8}, 2)}, 1);
    CHECK((slice(layer(x), 1, 0, 3).to_vector() == before) == causal);
  }
}

TEST_CASE("attention layer: the two maps begin with their inits, Wo as Wi unless it has its own") {
  PythonRandom random(6);
  const auto all_are = [](const Tensor& x, double number) {
    return x.to_vector() == full(x.shape(), static_cast<real>(number)).to_vector();
  };
  Options options{.weight_init = Init::constant(2), .bias_init = Init::constant(1)};
  const MultiHeadAttention same(4, 2, random, options);
  CHECK(all_are(same.in_proj.weight, 2));
  CHECK(all_are(same.out_proj.weight, 2));
  CHECK(all_are(same.in_proj.bias, 1));
  CHECK(all_are(same.out_proj.bias, 1));
  options.out_weight_init = Init::constant(3);
  const MultiHeadAttention own(4, 2, random, options);
  CHECK(all_are(own.in_proj.weight, 2));
  CHECK(all_are(own.out_proj.weight, 3));
}

TEST_CASE("attention layer: a cache of keys is refused where later positions are seen") {
  PythonRandom random(6);
  const Tensor x = values({1, 3, 4}, 1);
  KeyValueCache cache;
  const MultiHeadAttention both_ways(4, 2, random, {.causal = false});
  check_error<UsageError>(
      "MultiHeadAttention: a cache of keys, and positions that see later ones; expected causal = "
      "true and d_conv = 0. Try: the whole text in one call",
      [&] { both_ways(x, cache); });
  const MultiHeadAttention conv(4, 2, random, {.causal = true, .d_conv = 2});
  check_error<UsageError>(
      "MultiHeadAttention: a cache of keys, and a convolution that needs earlier inputs; expected "
      "causal = true and d_conv = 0. Try: the whole text in one call",
      [&] { conv(x, cache); });
  CHECK(cache.length() == 0);
}

TEST_CASE("attention layer: what is refused") {
  PythonRandom random(6);
  const auto refused = [&](Index embed_dim, Index heads, const Options& options,
                           const std::string& text) {
    check_error<UsageError>("MultiHeadAttention: " + text,
                            [&] { MultiHeadAttention(embed_dim, heads, random, options); });
  };
  refused(0, 1, {}, "embed_dim 0; expected at least 1");
  refused(4, 0, {}, "num_heads 0; expected at least 1");
  refused(10, 3, {}, "num_heads 3 and embed_dim 10; expected num_heads that divides embed_dim");
  refused(12, 4, {.num_heads_kv = 3},
          "num_heads_kv 3 and num_heads 4; expected num_heads_kv that divides num_heads");
  refused(4, 2, {.head_dim = 0}, "head_dim 0; expected at least 1");
  refused(4, 2, {.scale = 0.0}, "scale 0; expected a finite number above 0");
  refused(4, 2, {.mlp_dim = -1}, "mlp_dim -1; expected at least 0");
  refused(4, 2, {.d_conv = -1}, "d_conv -1; expected at least 0");
  refused(8, 2, {.rotary = {.channels = 3}},
          "3 rotary channels; expected an even number, at most head_dim 4");
  refused(8, 2, {.rotary = {.channels = 6}},
          "6 rotary channels; expected an even number, at most head_dim 4");
  refused(8, 2, {.rotary = {.channels = 2, .base = 0}},
          "a rotary base 0; expected a finite number above 0");
  const MultiHeadAttention layer(4, 2, random);
  CHECK_THROWS_AS(layer(values({2, 3, 5}, 1)), ShapeError);
  CHECK_THROWS_AS(layer(values({3, 4}, 1)), ShapeError);
}

}  // namespace attention_layer_test
