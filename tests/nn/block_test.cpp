// block_test.cpp: a block and a stack of them are the pre-norm transformer, whatever layers they
// hold; the pair of a block is not added; and what they refuse.
#include "holo/nn/block.h"

#include <doctest/doctest.h>

#include "holo/nn/attention.h"
#include "holo/nn/gated_mlp.h"
#include "holo/nn/holo_gate_flow.h"
#include "holo/nn/mlp.h"
#include "holo/nn/norm.h"
#include "nn/layer_check.h"

namespace block_test {
namespace {

using namespace layer_check;
using Strings = std::vector<std::string>;

std::unique_ptr<holo::Layer> mixer(PythonRandom& random) {
  return std::make_unique<MultiHeadAttention>(6, 2, random,
                                              MultiHeadAttentionOptions{.causal = true});
}

std::unique_ptr<holo::Layer> mlp(PythonRandom& random) {
  return std::make_unique<MLP>(6, "gelu", random);
}

std::unique_ptr<Block> block(PythonRandom& random, const std::string& norm, bool with_mixer = true,
                             bool with_mlp = true) {
  auto mix = with_mixer ? mixer(random) : nullptr;  // drawn first
  auto feed = with_mlp ? mlp(random) : nullptr;
  return std::make_unique<Block>(6, std::move(mix), std::move(feed), BlockOptions{.norm = norm});
}

}  // namespace

TEST_CASE("block: residual and branches as the formula says, with and without each part") {
  std::vector<std::unique_ptr<Block>> blocks;
  for (const std::string norm : {"layer", "rms"}) {
    for (const bool with_mixer : {false, true}) {
      for (const bool with_mlp : {false, true}) {
        PythonRandom random(2), again(2);
        Block& b = *blocks.emplace_back(block(random, norm, with_mixer, with_mlp));
        const auto mix = with_mixer ? mixer(again) : nullptr,
                   feed = with_mlp ? mlp(again) : nullptr;
        const auto n = make_norm(norm, 6);
        const Tensor x = values({2, 3, 6}, 4), r = values({2, 3, 6}, 5);
        for (const bool first : {true, false}) {
          const Block::Pair pair = first ? b(x) : b(x, r);
          Tensor residual = first ? x : x + r;
          Tensor hidden = n->forward(residual);
          if (mix) hidden = mix->forward(hidden);
          if (feed) {
            residual = residual + hidden;
            hidden = feed->forward(n->forward(residual));
          }
          CHECK(pair.residual.to_vector() == residual.to_vector());
          CHECK(pair.hidden.to_vector() == hidden.to_vector());
        }
      }
    }
  }
}

TEST_CASE("block: names of parameters, and a gradient for each") {
  PythonRandom random(2);
  Block b(6, mixer(random),
          std::make_unique<GatedMLP>(6, random, GatedMLPOptions{.hidden = 4, .multiple_of = 1}));
  CHECK(names(b) == Strings{"norm.weight", "norm.bias", "mixer.in_proj.weight",
                            "mixer.in_proj.bias", "mixer.out_proj.weight", "mixer.out_proj.bias",
                            "norm2.weight", "norm2.bias", "mlp.fc1.weight", "mlp.fc2.weight"});
  randomize(b, 3);
  const auto added = [&](const Tensor& x) {
    const Block::Pair pair = b(x);
    return pair.hidden + 2 * pair.residual;
  };
  CHECK(wrong_gradient(b, added, values({1, 3, 6}, 4)) == "");
  Block bare(6, nullptr, nullptr, {.norm = "rms"});
  CHECK(names(bare) == Strings{"norm.weight"});
}

TEST_CASE("block stack: the pre-norm transformer, cut at another place") {
  for (const std::string norm : {"layer", "rms"}) {
    PythonRandom random(2), again(2);
    std::vector<std::unique_ptr<Block>> blocks;
    blocks.push_back(block(random, norm));
    blocks.push_back(block(random, norm));
    BlockStack stack(std::move(blocks), {norm});
    const auto n = make_norm(norm, 6);
    const Tensor x = values({2, 4, 6}, 4);
    Tensor y = x;
    for (int i = 0; i < 2; ++i) {
      const auto mix = mixer(again), feed = mlp(again);
      y = y + mix->forward(n->forward(y));
      y = y + feed->forward(n->forward(y));
    }
    const std::vector<real> want = n->forward(y).to_vector();
    CHECK(apart(stack(x).to_vector(), {want.begin(), want.end()}) == "");
    CHECK(names(stack).front() == "layers.0.norm.weight");
    CHECK(names(stack).back() == (norm == "layer" ? "norm_f.bias" : "norm_f.weight"));
  }
}

TEST_CASE("block: HoloGateFlow without its own residual is a branch; train() reaches dropout") {
  PythonRandom random(2);
  Block holo_block(6, nullptr,
                   std::make_unique<HoloGateFlow>(
                       6, random, HoloGateFlowOptions{.affine = {.residual = false}}));
  CHECK(holo_block(values({3, 6}, 1)).hidden.shape() == Shape{3, 6});
  Block b(6, nullptr, std::make_unique<MLP>(6, "relu", random, MLPOptions{.dropout = 0.5}));
  const Tensor x = values({5, 6}, 1);
  const auto y = [&] { return b(x).hidden.to_vector(); };
  CHECK(y() != y());
  b.eval();
  CHECK(y() == y());
}

TEST_CASE("block: the parts have the names, the norms and the dropout that the options say") {
  PythonRandom random(2), again(2);
  auto mix = mixer(random), feed = mlp(random);
  Block b(6, std::move(mix), std::move(feed),
          {.norm_bias = false,
           .dropout = 0.5,
           .dropout_seed = 7,
           .names = {"first_norm", "attention", "second_norm", "feed_forward"}});
  CHECK(names(b) == Strings{"first_norm.weight", "attention.in_proj.weight",
                            "attention.in_proj.bias", "attention.out_proj.weight",
                            "attention.out_proj.bias", "second_norm.weight",
                            "feed_forward.layer1.weight", "feed_forward.layer2.weight"});
  CHECK(names(Block(6, nullptr, nullptr, {.norm_weight = false, .norm_bias = false})).empty());
  CHECK(names(Block(6, nullptr, nullptr, {.norm = "rms", .norm_weight = false})).empty());

  const auto same_mix = mixer(again), same_feed = mlp(again);
  const LayerNorm norm(6);
  Dropout first(0.5, 7), second(0.5, 8);
  const Tensor x = values({2, 3, 6}, 4);
  for (int call = 0; call < 2; ++call) {
    const Block::Pair pair = b(x);
    const Tensor residual = x + first(same_mix->forward(norm(x)));
    CHECK(pair.residual.to_vector() == residual.to_vector());
    CHECK(pair.hidden.to_vector() == second(same_feed->forward(norm(residual))).to_vector());
  }
  CHECK(b.mixer_dropout.calls() == 2);
  CHECK(b.mlp_dropout.calls() == 2);
  b.eval();
  CHECK(b(x).residual.to_vector() == (x + same_mix->forward(norm(x))).to_vector());
  CHECK_THROWS_AS(Block(6, nullptr, nullptr, {.dropout = 1}), UsageError);
}

TEST_CASE("block: both norms have the epsilon of the options") {
  for (const std::string norm : {"layer", "rms"}) {
    PythonRandom random(2), again(2);
    Block b(6, nullptr, mlp(random), {.norm = norm, .epsilon = 0.5});
    const auto n = make_norm(norm, 6, {.epsilon = 0.5}), other = make_norm(norm, 6);
    const Tensor x = values({2, 6}, 4);
    CHECK(apart(n->forward(x).to_vector(), rows_of(other->forward(x)).v) != "");
    const Block::Pair pair = b(x);
    const Tensor normed = n->forward(x);
    CHECK(pair.residual.to_vector() == (x + normed).to_vector());
    const Tensor hidden = mlp(again)->forward(n->forward(pair.residual));
    CHECK(pair.hidden.to_vector() == hidden.to_vector());
  }
}

TEST_CASE("block: with a cache of keys, position by position as the whole text") {
  PythonRandom random(2);
  const auto b = block(random, "layer");
  const Tensor x = values({1, 5, 6}, 4), r = values({1, 5, 6}, 5);
  const Block::Pair whole = (*b)(x, r);
  KeyValueCache cache;
  for (Index t = 0; t < 5; ++t) {
    const auto at = [t](const Tensor& all) { return slice(all, 1, t, t + 1); };
    const Block::Pair one = (*b)(at(x), at(r), &cache);
    CHECK(cache.length() == t + 1);
    const std::vector<real> want = at(whole.hidden).to_vector();
    CHECK(apart(one.hidden.to_vector(), {want.begin(), want.end()}) == "");
    CHECK(one.residual.shape() == Shape{1, 1, 6});
  }
  Block keyless(6, mlp(random), nullptr);
  check_error<UsageError>(
      "Layer: a cache of keys, and a layer that keeps none; expected a layer of positions, as "
      "MultiHeadAttention is. Try: the whole text in one call",
      [&] { keyless(x, r, &cache); });
}

TEST_CASE("block: what is refused") {
  PythonRandom random(2);
  check_error<UsageError>("Block: norm \"batch\"; expected layer or rms. Try: \"layer\"",
                          [] { Block(6, nullptr, nullptr, {.norm = "batch"}); });
  check_error<UsageError>("Block: dim 0; expected at least 1", [] { Block(0, nullptr, nullptr); });
  Block b(6, nullptr, nullptr);
  CHECK_THROWS_AS(b(values({2, 5}, 1)), ShapeError);
  CHECK_THROWS_AS(b(values({2, 6}, 1), values({3, 6}, 1)), ShapeError);
  CHECK_THROWS_AS(b(values({2, 3, 6}, 1), values({6}, 1)), ShapeError);
  check_error<UsageError>("BlockStack: block 0 is null; expected a Block",
                          [] { BlockStack(std::vector<std::unique_ptr<Block>>(1)); });
  check_error<UsageError>("BlockStack: no blocks; expected at least 1",
                          [] { BlockStack(std::vector<std::unique_ptr<Block>>()); });
  std::vector<std::unique_ptr<Block>> blocks;
  blocks.push_back(std::make_unique<Block>(6, nullptr, nullptr));
  blocks.push_back(std::make_unique<Block>(5, nullptr, nullptr));
  check_error<UsageError>("BlockStack: blocks of dim 6 and 5; expected equal ones",
                          [&] { BlockStack(std::move(blocks)); });
}

}  // namespace block_test
