// block_test.cpp: rotations beside their definition; how an attention layer begins; a block has the
// norms and the dropout of its options; and what all of these refuse. The numbers, gradients and
// parameters of attention and of blocks: golden cases. Blocks with a cache of keys: gpt_test.cpp.
#include <doctest/doctest.h>

#include "holo/nn/attention.h"
#include "holo/nn/gpt.h"
#include "holo/nn/holo_gate_flow.h"
#include "holo/nn/layers.h"
#include "holo/nn/mlp.h"
#include "nn/layer_check.h"

namespace block_test {

using namespace layer_check;

// ---- attention ----

namespace {

using Options = MultiHeadAttentionOptions;

// The vector (1, 2, 3, 4) at every position of [1, T, 1, 4], turned.
Tensor turned(const Tensor& vector, Index T, const RotaryOptions& options) {
  return rotary(broadcast_to(reshape(vector, {1, 1, 1, -1}), {1, T, 1, vector.numel()}), options);
}

Tensor position(const Tensor& x, Index t) { return slice(x, 1, t, t + 1); }

}  // namespace

TEST_CASE("rotary: the angle of pair i at position t is t base^(-2 i / channels)") {
  const Tensor x = tensor({1, 2, 3, 4, 5});
  const Tensor halves = turned(x, 3, {.channels = 4, .base = 100});
  for (Index t = 0; t < 3; ++t) {
    const double a = static_cast<double>(t), b = a / 10;  // 100^(-2/4)
    CHECK(apart(position(halves, t).to_vector(),
                {std::cos(a) - 3 * std::sin(a), 2 * std::cos(b) - 4 * std::sin(b),
                 std::sin(a) + 3 * std::cos(a), 2 * std::sin(b) + 4 * std::cos(b), 5}) == "");
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
  const MultiHeadAttention grouped(64, 8, random, {.num_heads_kv = 2});
  CHECK(grouped.in_proj.weight.shape() == Shape{96, 64});
  CHECK(grouped.out_proj.weight.shape() == Shape{64, 64});
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
      "true. Try: the whole text in one call",
      [&] { both_ways(x, &cache); });
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

// ---- blocks ----

namespace {

using Strings = std::vector<std::string>;

constexpr Index C = 6;

std::unique_ptr<MultiHeadAttention> attention(PythonRandom& random) {
  return std::make_unique<MultiHeadAttention>(C, 2, random,
                                              MultiHeadAttentionOptions{.causal = true});
}

std::unique_ptr<Layer> mlp(PythonRandom& random) {
  return std::make_unique<MLP>(C, "gelu", random);
}

std::unique_ptr<Block> block(PythonRandom& random, const BlockOptions& options = {}) {
  auto first = attention(random);  // drawn first
  return std::make_unique<Block>(std::move(first), mlp(random), options);
}

}  // namespace

TEST_CASE("block: the norms and the dropout are those of the options") {
  PythonRandom random(2), again(2);
  const auto b = block(
      random, {.norm_options = {.epsilon = 0.5, .bias = false}, .dropout = 0.5, .dropout_seed = 7});
  CHECK(names(*b) == Strings{"attention_norm.weight", "attention.in_proj.weight",
                             "attention.in_proj.bias", "attention.out_proj.weight",
                             "attention.out_proj.bias", "feed_forward_norm.weight",
                             "feed_forward.layer1.weight", "feed_forward.layer2.weight"});
  CHECK(names(*block(random, {.norm_options = {.weight = false, .bias = false}})).size() == 6);
  CHECK(names(*block(random, {.norm = Norm::rms, .norm_options = {.weight = false}})).size() == 6);

  const auto attend = attention(again);
  const auto feed = mlp(again);
  const LayerNorm norm(C, {.epsilon = 0.5});
  Dropout first(0.5, 7), second(0.5, 8);
  const Tensor x = values({2, 3, C}, 4);
  for (int call = 0; call < 2; ++call) {
    const Tensor y = x + first((*attend)(norm(x)));
    CHECK((*b)(x).to_vector() == (y + second(feed->forward(norm(y)))).to_vector());
  }
  CHECK(b->attention_dropout.calls() == 2);
  CHECK(b->feed_forward_dropout.calls() == 2);
  b->eval();
  const Tensor y = x + (*attend)(norm(x));
  CHECK((*b)(x).to_vector() == (y + feed->forward(norm(y))).to_vector());
  CHECK_THROWS_AS(block(random, {.dropout = 1}), UsageError);
}

TEST_CASE("block: what is refused") {
  PythonRandom random(2);
  check_error<UsageError>("Block: attention that is null; expected a layer",
                          [&] { Block(nullptr, mlp(random)); });
  check_error<UsageError>("Module: \"feed_forward\" is null; expected a module",
                          [&] { Block(attention(random), nullptr); });
  const auto b = block(random);
  CHECK_THROWS_AS((*b)(values({2, 3, 5}, 1)), ShapeError);
  CHECK_THROWS_AS((*b)(values({2, C}, 1)), ShapeError);
  Block narrow(attention(random), std::make_unique<Linear>(C, 1, random));
  check_error<ShapeError>(
      "Block: x [2,3,1] has 1 channels; expected [..., 6], channels in the last dimension. Try: "
      "the layer before, or the number of channels of this one",
      [&] {
        narrow(values({2, 3, C}, 1));
      });
}

}  // namespace block_test
