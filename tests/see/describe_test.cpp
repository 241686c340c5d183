// describe_test.cpp: what describe() counts is what the formulas of each layer say: parameters,
// operations, bytes moved and bytes kept; every op of ops.h has a rule; the table as text; and that
// it leaves no trace.
#include "holo/nn/describe.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "backend/pool.h"
#include "experiments/blocks.h"
#include "holo/memory.h"
#include "holo/nn/activation.h"
#include "holo/nn/attention.h"
#include "holo/nn/embedding.h"
#include "holo/nn/gated_mlp.h"
#include "holo/nn/mlp.h"
#include "holo/nn/norm.h"
#include "nn/layer_check.h"
#include "registry/registry.h"
#include "tensor/record.h"

namespace describe_test {
namespace {

using namespace layer_check;

constexpr Index bytes = sizeof(real);

// What a block of that many numbers takes.
Index stored(Index numbers) {
  return static_cast<Index>(pool::rounded(static_cast<std::size_t>(numbers * bytes)));
}

struct Sums {
  Index parameters = 0, flops = 0, moved = 0, kept = 0;
};
Sums sums_of(const Description& description) {
  Sums sums;
  for (const Description::Row& row : description.rows) {
    sums.parameters += row.parameters;
    sums.flops += row.flops;
    sums.moved += row.bytes_moved;
    sums.kept += row.bytes_kept;
  }
  return sums;
}

// The numbers of the whole layer on x [B, T, C], and that the rows add up to them.
void check(holo::Layer& layer, const Tensor& x, Index parameters, Index flops) {
  const Description description = describe(layer, x);
  CHECK(description.totals.parameters == parameters);
  CHECK(layer.parameter_count() == parameters);
  CHECK(description.totals.flops == flops);
  const Sums sums = sums_of(description);
  CHECK(sums.parameters == parameters);
  CHECK(sums.flops == flops);
  CHECK(sums.moved == description.totals.bytes_moved);
  CHECK(sums.kept == description.totals.bytes_kept);

  // The bytes kept are those that a forward pass adds to what lives.
  const Tensor input = x.detach().set_requires_grad();
  const std::size_t before = memory_stats().live_bytes;
  const Tensor y = layer.forward(input);
  CHECK(description.totals.bytes_kept ==
        static_cast<Index>(memory_stats().live_bytes) - static_cast<Index>(before));
}

struct Nothing : Module {};

struct Lookup : Module {
  Embedding table;
  explicit Lookup(PythonRandom& random) : table(7, 4, random) { register_module("table", table); }
};

}  // namespace

TEST_CASE("describe: a linear map, by hand, for every activation") {
  const Index rows = 6, in = 5, out = 4;
  const Tensor x = values({2, 3, in}, 3);
  for (const bool bias : {false, true}) {
    for (int a = 0; a <= static_cast<int>(Activation::sigmoid); ++a) {
      const auto activation = static_cast<Activation>(a);
      INFO(activation_name(activation), " ", bias);
      PythonRandom random(1);
      Linear layer(in, out, random, {.bias = bias, .activation = activation});
      const Index biases = bias ? out : 0;
      check(layer, x, in * out + biases,
            2 * rows * in * out + (activation == Activation::none ? 0 : rows * out));
      const Description description = describe(layer, x);
      CHECK(description.totals.bytes_moved == bytes * (rows * in + in * out + biases + rows * out));
      // relu, tanh and sigmoid go back from the result, the others from what they were given
      const bool one = activation == Activation::none || activation == Activation::relu ||
                       activation == Activation::tanh || activation == Activation::sigmoid;
      CHECK(description.totals.bytes_kept == (one ? 1 : 2) * stored(rows * out));
      REQUIRE(description.rows.size() == 1);
      CHECK(description.rows[0].module == "");
      CHECK(description.rows[0].op == "linear");
      CHECK(description.rows[0].shape == Shape{2, 3, out});
    }
  }
}

TEST_CASE("describe: norms and a causal convolution, by hand") {
  const Index B = 2, T = 3, C = 20;
  const Tensor x = values({B, T, C}, 3);
  for (const bool weight : {true, false}) {
    const Index gains = weight ? C : 0;
    LayerNorm layer_norm(C, {.weight = weight, .bias = weight});
    check(layer_norm, x, 2 * gains, 5 * B * T * C);
    CHECK(describe(layer_norm, x).totals.bytes_moved == bytes * (2 * B * T * C + 2 * gains));
    CHECK(describe(layer_norm, x).totals.bytes_kept == stored(B * T * C) + stored(2 * B * T));
    RMSNorm rms_norm(C, {.weight = weight});
    check(rms_norm, x, gains, 5 * B * T * C);
    CHECK(describe(rms_norm, x).totals.bytes_moved == bytes * (2 * B * T * C + gains));
    CHECK(describe(rms_norm, x).totals.bytes_kept == stored(B * T * C) + stored(B * T));
  }
}

TEST_CASE("describe: attention counts its two products, the scale and the softmax") {
  const Index B = 2, T = 3, C = 8, H = 4, D = 2, C_kv = 2 * D;
  const Tensor x = values({B, T, C}, 3);
  const auto scores = [&](Index heads) { return B * heads * T * T; };
  for (const bool causal : {true, false}) {
    PythonRandom random(1);
    MultiHeadAttention layer(C, H, random, {.causal = causal});
    const Index maps = 2 * B * T * C * 3 * C + 2 * B * T * C * C;
    check(layer, x, 4 * C * C + 4 * C, maps + scores(H) * (4 * D + 6));
  }
  {  // two query heads to a key head, no biases
    PythonRandom random(1);
    MultiHeadAttention layer(C, H, random,
                             {.num_heads_kv = 2, .qkv_bias = false, .out_bias = false});
    check(layer, x, C * (C + 2 * C_kv) + C * C,
          2 * B * T * C * (C + 2 * C_kv) + 2 * B * T * C * C + scores(H) * (4 * D + 6));
  }
  {  // each pair: 4 products and 2 sums
    PythonRandom random(1);
    MultiHeadAttention layer(C, H, random, {.num_heads_kv = 2, .rotary = {.channels = 2}});
    const Index turned = 6 * B * T * (H + 2);
    const Description description = describe(layer, x);
    CHECK(description.totals.flops ==
          2 * B * T * C * (C + 2 * C_kv) + 2 * B * T * C * C + scores(H) * (4 * D + 6) + turned);
    CHECK(description.totals.parameters == layer.parameter_count());
  }
}

TEST_CASE("describe: a block and a stack of them, and the names of their modules") {
  const Index B = 2, T = 3, C = 6, H = 12, layers = 2;
  PythonRandom random(1);
  std::vector<std::unique_ptr<Block>> blocks;
  for (Index i = 0; i < layers; ++i) {
    auto layer = std::make_unique<MultiHeadAttention>(C, 2, random);
    auto mlp = std::make_unique<MLP>(C, "gelu", random);
    blocks.push_back(std::make_unique<Block>(std::move(layer), std::move(mlp)));
  }
  BlockStack stack(std::move(blocks));
  const Index attention = 8 * B * T * C * C + B * 2 * T * T * (4 * 3 + 6);
  const Index mlp = B * T * (4 * C * H + H);
  // two norms and two sums in each block, and a norm at the end
  const Index flops =
      layers * (attention + mlp + 11 * B * T * C) + layers * B * T * C + 5 * B * T * C;
  check(stack, values({B, T, C}, 3), layers * (4 * C * C + 4 * C + 2 * C * H + 4 * C) + 2 * C,
        flops);
  std::vector<std::string> modules;
  for (const Description::Row& row : describe(stack, values({B, T, C}, 3)).rows) {
    modules.push_back(row.module + ":" + row.op);
  }
  CHECK(modules ==
        std::vector<std::string>{
            "blocks.0.attention_norm:layer_norm", "blocks.0.attention.in_proj:linear",
            ":self_attention", "blocks.0.attention.out_proj:linear", ":add",
            "blocks.0.feed_forward_norm:layer_norm", "blocks.0.feed_forward.layer1:linear",
            "blocks.0.feed_forward.layer2:linear", ":add", "blocks.1.attention_norm:layer_norm",
            "blocks.1.attention.in_proj:linear", ":self_attention",
            "blocks.1.attention.out_proj:linear", ":add", "blocks.1.feed_forward_norm:layer_norm",
            "blocks.1.feed_forward.layer1:linear", "blocks.1.feed_forward.layer2:linear", ":add",
            "final_norm:layer_norm"});
}

TEST_CASE("describe: a parameter that was moved first still names its module, and counts once") {
  PythonRandom random(1);
  MLP mlp(4, "relu", random, {.bias = true});
  const auto apply = [](const Linear& layer, const Tensor& x) {
    return matmul(x, transpose(layer.weight, 0, 1)) + layer.bias;
  };
  const Tensor x = values({3, 4}, 2);
  const Description description =
      describe(mlp, [&] { return apply(mlp.layer2, relu(apply(mlp.layer1, x))); });
  std::vector<std::string> rows;
  for (const Description::Row& row : description.rows) {
    rows.push_back(fmt::format("{}:{} {}", row.module, row.op, row.parameters));
  }
  CHECK(rows == std::vector<std::string>{"layer1:transpose 32", "layer1:matmul 0", "layer1:add 8",
                                         ":relu 0", "layer2:transpose 32", "layer2:matmul 0",
                                         "layer2:add 4"});
  // of two modules, the first
  const Description pair =
      describe(mlp, [&] { return matmul(mlp.layer2.weight, mlp.layer1.weight); });
  CHECK(pair.rows[0].module == "layer2");
  CHECK(pair.totals.parameters == 64);
  GatedMLP tied(4, random, {.hidden = 2, .activation = "none", .multiple_of = 1});
  tied.fc2.weight = reshape(tied.fc1.weight, {4, 4}).detach().set_requires_grad();
  tied.fc1.weight = tied.fc2.weight;
  const Description shared = describe(tied, [&] { return tied.fc2(tied.fc1(values({3, 4}, 2))); });
  CHECK(shared.totals.parameters == 16);
  CHECK(shared.rows[1].parameters == 0);
  CHECK(shared.rows[1].module == "fc1");  // its first name
}

TEST_CASE("describe: what other ops move and compute") {
  const Nothing module;
  const auto cost = [&](const Shape& shape, const std::function<Tensor(const Tensor&)>& f) {
    const Tensor x = values(shape, 1).set_requires_grad();
    const Description description = describe(module, [&] { return f(x); });
    REQUIRE(!description.rows.empty());
    return std::vector<Index>{description.rows[0].flops, description.rows[0].bytes_moved / bytes,
                              description.rows[0].bytes_kept};
  };
  using Costs = std::vector<Index>;
  CHECK(cost({4, 6}, [](const Tensor& x) { return reshape(x, {24}); }) == Costs{0, 0, 0});
  CHECK(cost({4, 6}, [](const Tensor& x) { return unsqueeze(x, 0); }) == Costs{0, 0, 0});
  CHECK(cost({4, 6}, [](const Tensor& x) { return transpose(x, 0, 1); }) ==
        Costs{0, 48, stored(24)});
  CHECK(cost({4, 6}, [](const Tensor& x) { return slice(x, 1, 0, 2); }) == Costs{0, 16, stored(8)});
  CHECK(cost({4, 6}, [](const Tensor& x) {
          return split(x, {2, 4}, 1)[0];
        }) == Costs{0, 16, stored(8)});
  CHECK(cost({4, 6}, [](const Tensor& x) { return cat({x, x}, 0); }) == Costs{0, 72, stored(48)});
  CHECK(cost({4, 6}, [](const Tensor& x) { return x * x; }) == Costs{24, 48, stored(24)});
  CHECK(cost({4, 6}, [](const Tensor& x) { return sum(x, 1); }) == Costs{24, 28, stored(4)});
  CHECK(cost({4, 6}, [](const Tensor& x) { return max(x, 0); })[0] == 24);
  CHECK(cost({4, 6}, [](const Tensor& x) { return var(x, 0); })[0] == 4 * 24);
  CHECK(cost({4, 6}, [](const Tensor& x) { return softmax(x, 0); }) == Costs{120, 48, stored(24)});
  CHECK(cost({4, 6}, [](const Tensor& x) { return logsumexp(x, 0); })[0] == 5 * 24);
  CHECK(cost({2, 4, 6}, [](const Tensor& x) { return matmul(x, transpose(x, 1, 2)); })[0] == 0);
  const Tensor b = values({6, 3}, 2);
  CHECK(cost({2, 4, 6}, [&](const Tensor& x) { return matmul(x, b); }) ==
        Costs{288, 90, stored(24)});
  CHECK(cost({2, 4, 6}, [](const Tensor& x) { return gated(x, Activation::silu, Gate::first); }) ==
        Costs{48, 72, stored(24)});
  const Tensor c = values({4, 6}, 3), d = values({4, 6}, 4), e = values({4, 6}, 5);
  CHECK(cost({4, 6}, [&](const Tensor& x) { return holo_gate(x, c, d); }) ==
        Costs{4 * 24, 5 * 24, stored(48)});
  CHECK(cost({4, 6}, [&](const Tensor& x) {
          return holo_gate(x, c, d, {.first = Activation::none, .gate = Activation::none});
        })[0] == 2 * 24);
  CHECK(cost({4, 6}, [&](const Tensor& x) { return affine_flow(x, c, d, e); }) ==
        Costs{4 * 24, 5 * 24, stored(24)});
  CHECK(cost({4, 6}, [&](const Tensor& x) { return affine_flow(Tensor(), x, c, d); }) ==
        Costs{3 * 24, 4 * 24, stored(24)});
  const Tensor k = values({2, 5, 4}, 2), v = values({2, 5, 4}, 3);  // 5 keys for 3 queries
  CHECK(cost({2, 3, 8}, [&](const Tensor& q) {
          return attention(q, k, v, {.n_head = 4, .n_kv_head = 2});
        }) == Costs{4 * 48 * 5 + 6 * 120, 2 * (48 + 40), stored(48) + stored(24)});
  const Tensor table = values({6, 3}, 1).set_requires_grad();
  const Description choice = describe(module, [&] {
    return gather(table, 0, Indices({2, 3}, {0, 5, 2, 1, 1, 1}));
  });
  CHECK(choice.rows.back().op == "gather");
  CHECK(choice.rows.back().bytes_moved == 12 * bytes + 48);
  PythonRandom random(1);
  const Lookup model(random);
  const Description lookup = describe(model, [&] { return exp(model.table({1, 2, 2, 6, 0})); });
  CHECK(lookup.rows[0].module == "table");
  CHECK(lookup.rows[0].bytes_moved == 40 * bytes + 40);
  CHECK(lookup.rows[1].module == "");  // its input is no longer the parameter
  const Description loss = describe(module, [] {
    return cross_entropy(values({4, 6}, 1).set_requires_grad(), Indices({1, 2, 3, 0}));
  });
  CHECK(loss.totals.flops == 5 * 24);
  CHECK(loss.totals.bytes_moved == 25 * bytes + 32);
}

TEST_CASE("describe: a sum of a parameter of one dimension is a bias, no other sum is") {
  struct Sum : Module {
    Tensor table = values({3, 4}, 1), bias = values({4}, 2);
    Sum() {
      register_parameter("table", table);
      register_parameter("bias", bias);
    }
  };
  const Sum module;
  const Tensor x = values({2, 3, 4}, 3);
  CHECK(describe(module, [&] { return x + module.bias; }).totals.flops == 0);
  CHECK(describe(module, [&] { return x + module.table; }).totals.flops == 24);
  CHECK(describe(module, [&] { return x * module.bias; }).totals.flops == 24);
  CHECK(describe(Nothing(), [&] { return x + module.bias; }).totals.flops == 24);
}

TEST_CASE("describe: every op of ops.h has a rule") {
  const Nothing module;
  std::size_t counted = 0;
  for (const registry::Entry& entry : registry::entries()) {
    for (std::size_t i = 0; i < std::min<std::size_t>(entry.samples.size(), 4); ++i) {
      const registry::Sample& sample = entry.samples[i];
      std::vector<Tensor> leaves = registry::leaves_of(sample);
      for (Tensor& leaf : leaves) leaf.set_requires_grad();
      CAPTURE(entry.name);
      CHECK_NOTHROW(describe(module, [&] { return sample.f(leaves); }));
      ++counted;
    }
  }
  CHECK(counted >= 3 * registry::entries().size());
}

TEST_CASE("describe: as text") {
  PythonRandom random(1);
  GatedMLP mlp(4, random, {.hidden = 32, .bias = true, .multiple_of = 1, .backend = "composed"});
  constexpr std::string_view lines[] = {
      "module  op      output  parameters  FLOPs  bytes moved  bytes kept\n",
      "fc1     linear  [8,64]         320   4096  {:>11}  {:>10}\n",
      "        split   [8,32]           0      0  {:>11}  {:>10}\n",
      "        split   [8,32]           0      0  {:>11}  {:>10}\n",
      "        silu    [8,32]           0    256  {:>11}  {:>10}\n",
      "        mul     [8,32]           0    256  {:>11}  {:>10}\n",
      "fc2     linear  [8,4]          132   2048  {:>11}  {:>10}\n",
      "total                          452   6656  {:>11}  {:>10}\n"};
  // numbers that are moved and kept
  constexpr std::array<Index, 2> numbers[] = {{0, 0},     {864, 512}, {512, 256}, {512, 256},
                                              {512, 256}, {768, 256}, {420, 32},  {3588, 1568}};
  std::string expected;
  for (std::size_t i = 0; i < std::size(lines); ++i) {
    expected += fmt::format(fmt::runtime(lines[i]), numbers[i][0] * bytes, numbers[i][1] * bytes);
  }
  CHECK(describe(mlp, values({8, 4}, 1)).to_text() == expected);
  // the example of describe.h
  MLP small(4, "gelu", random);
  const std::vector<std::string> example = {
      "module  op      output  parameters  FLOPs  bytes moved  bytes kept",
      "layer1  linear  [3,8]           32    216          272         256",
      "layer2  linear  [3,4]           32    192          272          64",
      "total                           64    408          544         320"};
  std::string shown;
  for (const std::string& line : example) shown += line + "\n";
  if (!in_double) CHECK(describe(small, zeros({3, 4})).to_text() == shown);
  CHECK(Description().to_text() ==
        "module  op  output  parameters  FLOPs  bytes moved  bytes kept\n"
        "total                        0      0            0           0\n");
}

TEST_CASE("describe: it leaves no trace but the call of a dropout") {
  PythonRandom random(1);
  MLP mlp(4, "gelu", random, {.dropout = 0.5, .bias = true});
  const Tensor x = values({3, 4}, 2);
  const std::vector<real> numbers = x.to_vector();
  std::vector<std::vector<real>> weights;
  for (const Tensor& parameter : mlp.parameters()) weights.push_back(parameter.to_vector());
  const MemoryStats before = memory_stats();

  const Description training = describe(mlp, x);
  CHECK(mlp.training());
  CHECK(mlp.dropout.calls() == 1);
  CHECK(training.rows.size() == 3);
  mlp.eval();
  CHECK(describe(mlp, x).rows.size() == 2);
  CHECK(describe(mlp, x).totals.flops == training.totals.flops);
  CHECK(!mlp.training());
  CHECK(mlp.dropout.calls() == 1);

  CHECK(memory_stats().live_bytes == before.live_bytes);
  CHECK(memory_stats().live_nodes == before.live_nodes);
  CHECK(x.to_vector() == numbers);
  CHECK(!x.requires_grad());
  CHECK(!x.grad().defined());
  for (std::size_t i = 0; i < weights.size(); ++i) {
    CHECK(mlp.parameters()[i].to_vector() == weights[i]);
    CHECK(!mlp.parameters()[i].grad().defined());
  }
}

TEST_CASE("describe: what it refuses") {
  PythonRandom random(1);
  Linear layer(4, 3, random);
  const Tensor x = values({2, 4}, 1);
  struct Other {
    static Tensor op(const Tensor& x) {
      Tensor y = result("other", x.shape(), {x});
      return record(std::move(y), saves::nothing, [](Node&) {});
    }
  };
  check_error<Error>(
      "describe: the op other, which has no rule; expected an op of ops.h. Try: a line for it in "
      "src/see/op_info.cpp",
      [&] { describe(layer, [&] { return Other::op(layer(x)); }); });
}

}  // namespace describe_test
