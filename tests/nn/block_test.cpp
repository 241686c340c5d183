// block_test.cpp: a block and a stack of them compute the formula of the header, whatever layers
// they hold; the names of their parameters; and what they refuse.
#include "holo/nn/gpt.h"

#include <doctest/doctest.h>

#include "holo/nn/attention.h"
#include "holo/nn/holo_gate_flow.h"
#include "holo/nn/layers.h"
#include "holo/nn/mlp.h"
#include "nn/layer_check.h"

namespace block_test {
namespace {

using namespace layer_check;
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

TEST_CASE("block: names of parameters") {
  PythonRandom random(2);
  auto gated =
      std::make_unique<GatedMLP>(C, random, GatedMLPOptions{.hidden = 4, .multiple_of = 1});
  Block b(attention(random), std::move(gated));
  CHECK(names(b) == Strings{"attention_norm.weight", "attention_norm.bias",
                            "attention.in_proj.weight", "attention.in_proj.bias",
                            "attention.out_proj.weight", "attention.out_proj.bias",
                            "feed_forward_norm.weight", "feed_forward_norm.bias",
                            "feed_forward.fc1.weight", "feed_forward.fc2.weight"});
}

TEST_CASE("block: the norms and the dropout are those of the options") {
  PythonRandom random(2), again(2);
  const auto b =
      block(random, {.epsilon = 0.5, .norm_bias = false, .dropout = 0.5, .dropout_seed = 7});
  CHECK(names(*b) == Strings{"attention_norm.weight", "attention.in_proj.weight",
                             "attention.in_proj.bias", "attention.out_proj.weight",
                             "attention.out_proj.bias", "feed_forward_norm.weight",
                             "feed_forward.layer1.weight", "feed_forward.layer2.weight"});
  CHECK(names(*block(random, {.norm_weight = false, .norm_bias = false})).size() == 6);
  CHECK(names(*block(random, {.norm = Norm::rms, .norm_weight = false})).size() == 6);

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

TEST_CASE("block: with a cache of keys, position by position as the whole text") {
  PythonRandom random(2);
  const auto b = block(random);
  const Tensor x = values({1, 5, C}, 4);
  const Tensor whole = (*b)(x);
  KeyValueCache cache;
  for (Index t = 0; t < 5; ++t) {
    const auto at = [t](const Tensor& all) { return slice(all, 1, t, t + 1); };
    const Tensor one = (*b)(at(x), cache);
    CHECK(cache.length() == t + 1);
    CHECK(one.shape() == Shape{1, 1, C});
    const std::vector<real> want = at(whole).to_vector();
    CHECK(apart(one.to_vector(), {want.begin(), want.end()}) == "");
  }
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
