// op_options_test.cpp: every op of ops.h tells its observer what it was told beside its inputs: of
// the right type for all samples of the registry, with the right numbers for one call of each kind;
// and the same without a graph.
#include "holo/op_options.h"

#include <doctest/doctest.h>

#include <cstdlib>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "holo/creation.h"
#include "holo/observer.h"
#include "holo/ops.h"
#include "registry/registry.h"

namespace op_options_test {
namespace {

using namespace holo;

// The ops that run while it lives, and what they were told.
struct Recorder : Observer {
  std::vector<std::pair<std::string, OpOptions>> seen;
  void on_op(const Node& node, const OpOptions& options) override {
    seen.emplace_back(node.op, options);
  }
};

// What the last op was told that `call` made, with a graph or without one.
template <class Type, class Call>
Type told(const Call& call) {
  const Recorder recorder;
  call();
  REQUIRE(!recorder.seen.empty());
  REQUIRE(std::holds_alternative<Type>(recorder.seen.back().second));
  return std::get<Type>(recorder.seen.back().second);
}

Tensor numbers(const Shape& shape) { return ones(shape).set_requires_grad(); }

}  // namespace

TEST_CASE("op options: what was told, number by number") {
  using namespace op_options;
  using op_options::Linear;  // not the layer
  for (const bool graph : {true, false}) {
    CAPTURE(graph);
    const Tensor x = graph ? numbers({2, 3, 4}) : ones({2, 3, 4});
    CHECK(told<Power>([&] { pow(x, 1.5); }).exponent == 1.5);
    CHECK(told<Power>([&] { pow(x, 2); }).exponent == 2);
    CHECK(told<Bounds>([&] { clamp(x, -1, 2); }).low == -1);
    CHECK(told<Bounds>([&] { clamp(x, -1, 2); }).high == 2);
    CHECK(told<Fill>([&] { masked_fill(x, ones({4}), 7.5); }).value == 7.5);
    CHECK(told<Along>([&] { softmax(x, -1); }).dim == 2);
    CHECK(told<Along>([&] { log_softmax(x, 1); }).dim == 1);
    CHECK(told<Along>([&] { cat({x, x}, -2); }).dim == 1);
    CHECK(told<Along>([&] { stack({x, x}, -1); }).dim == 3);
    CHECK(told<Along>([&] { unsqueeze(x, -1); }).dim == 3);
    CHECK(told<Along>([&] { squeeze(slice(x, 1, 0, 1), -2); }).dim == 1);
    const Indices index({2, 3, 1}, {3, 0, 1, 2, 2, 1});
    const Gather gathered = told<Gather>([&] { gather(x, -1, index); });
    CHECK(gathered.dim == 2);
    CHECK(std::vector(gathered.index.begin(), gathered.index.end()) == index.values());
    const Rows rows = told<Rows>([&] { embedding(ones({4, 2}), index); });
    CHECK(std::vector(rows.index.begin(), rows.index.end()) == index.values());
    told<NoOptions>([&] { squeeze(x); });
    told<NoOptions>([&] { reshape(x, {24}); });
    told<NoOptions>([&] { x* x; });

    CHECK(told<Over>([&] { sum(x); }).dims == 0b111);
    CHECK_FALSE(told<Over>([&] { sum(x); }).keepdim);
    CHECK(told<Over>([&] { mean(x, {-1, 1}, true); }).dims == 0b110);
    CHECK(told<Over>([&] { mean(x, {-1, 1}, true); }).keepdim);
    CHECK(told<Over>([&] { max(x); }).dims == 0b111);
    CHECK(told<Over>([&] { min(x, 1, true); }).dims == 0b010);
    CHECK(told<Over>([&] { min(x, 1, true); }).keepdim);
    CHECK(told<Over>([&] { logsumexp(x, 0); }).dims == 0b001);
    const Variance variance = told<Variance>([&] { var(x, 2, Correction(0), true); });
    CHECK(variance.dims == 0b100);
    CHECK(variance.keepdim);
    CHECK(variance.correction == 0);

    CHECK(told<Order>([&] { permute(x, {2, 0, 1}); }).dims[0] == 2);
    CHECK(told<Order>([&] { transpose(x, 0, -1); }).dims[2] == 0);
    const Part part = told<Part>([&] { slice(x, 2, 3, 0, -2); });
    CHECK(part.first[2] == 3);
    CHECK(part.step[2] == -2);
    CHECK(part.first[1] == 0);
    CHECK(part.step[1] == 1);
    CHECK(told<Part>([&] { slice(x, 2, 1, 4, INT64_MAX); }).step[2] == 1);  // one element: no step
    CHECK(told<Part>([&] { split(x, {1, 2}, 1); }).first[1] == 1);
    CHECK(told<Part>([&] { chunk(x, 2, 0); }).first[0] == 1);

    const Linear linear_options = told<Linear>([&] {
      linear(x, ones({5, 4}), ones({5}), Activation::gelu);
    });
    CHECK(linear_options.bias);
    CHECK(linear_options.activation == Activation::gelu);
    CHECK_FALSE(told<Linear>([&] { linear(x, ones({5, 4})); }).bias);
    const Gated gated_options = told<Gated>([&] { gated(x, Activation::silu, Gate::second); });
    CHECK(gated_options.activation == Activation::silu);
    CHECK(gated_options.gate == Gate::second);
    const HoloGate holo_gate_options = told<HoloGate>([&] {
      holo_gate(x, x, x, {Activation::relu, Activation::tanh, Activation::none});
    });
    CHECK(holo_gate_options.first == Activation::relu);
    CHECK(holo_gate_options.second == Activation::tanh);
    CHECK(holo_gate_options.gate == Activation::none);
    CHECK(told<AffineFlow>([&] { affine_flow(x, x, x, x); }).residual);
    CHECK_FALSE(told<AffineFlow>([&] { affine_flow(Tensor(), x, x, x); }).residual);
    const Indices target({2, 3}, std::vector<Index>(6, 1));
    const CrossEntropy loss =
        told<CrossEntropy>([&] { cross_entropy(x, target, Reduction::sum, -7); });
    CHECK(loss.reduction == Reduction::sum);
    CHECK(loss.ignore_index == -7);
    CHECK(std::vector(loss.target.begin(), loss.target.end()) == target.values());
    const Norm norm = told<Norm>([&] { layer_norm(x, Tensor(), zeros({4}), 1e-3); });
    CHECK(norm.epsilon == 1e-3);
    CHECK_FALSE(norm.gain);
    CHECK(norm.bias);
    CHECK(told<Norm>([&] { rms_norm(x, ones({4})); }).gain);
    const Dropout dropped = told<Dropout>([&] { dropout(x, 0.25, CounterRandom(3, 8)); });
    CHECK(dropped.p == 0.25);
    CHECK(dropped.seed == 3);
    CHECK(dropped.stream == 8);
    const Attention head = told<Attention>([&] {
      attention(x, ones({2, 3, 2}), ones({2, 3, 2}),
                {.n_head = 2, .n_kv_head = 1, .causal = false, .scale = 0.25});
    });
    CHECK(head.n_head == 2);
    CHECK(head.n_kv_head == 1);
    CHECK_FALSE(head.causal);
    CHECK(head.scale == 0.25);
    const Attention own = told<Attention>([&] { self_attention(ones({1, 2, 12}), {.n_head = 1}); });
    CHECK(own.n_kv_head == 1);
    CHECK(own.causal);
    CHECK(own.scale == 0.5);
  }
}

}  // namespace op_options_test
