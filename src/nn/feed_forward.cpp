// feed_forward.cpp: creates a feed-forward layer, given its name.
#include "holo/nn/feed_forward.h"

#include <fmt/format.h>

#include <algorithm>

#include "holo/nn/holo_gate_flow.h"
#include "holo/nn/mlp.h"
#include "nn/checks.h"

namespace holo {
namespace {

constexpr const char* where_feed_forward = "feed_forward";

enum class Family { mlp, gated, flow, lite };
struct Kind {
  const char* name;
  Family family;
  const char* activation;  // activation of the hidden units or, in a gated layer, of the gate
};

constexpr Kind kinds[] = {
    {"relu", Family::mlp, "relu"},           {"gelu", Family::mlp, "gelu"},
    {"gelu_tanh", Family::mlp, "gelu_tanh"}, {"silu", Family::mlp, "silu"},
    {"relu2", Family::mlp, "relu2"},         {"glu", Family::gated, "sigmoid"},
    {"bilinear", Family::gated, "none"},     {"reglu", Family::gated, "relu"},
    {"geglu", Family::gated, "gelu"},        {"swiglu", Family::gated, "silu"},
    {"holo_gate_flow", Family::flow, ""},    {"holo_gate_flow_lite", Family::lite, ""},
};

const Kind& kind_of(const std::string& name) {
  std::string names = "one of";
  for (const Kind& kind : kinds) {
    if (kind.name == name) return kind;
    names += std::string(" ") + kind.name;
  }
  throw UsageError(where_feed_forward, fmt::format("\"{}\"", name), names, "gelu");
}

Index hidden_size(const Kind& kind, Index C, std::optional<Index> hidden) {
  checked_size(where_feed_forward, "C", C);
  if (kind.family == Family::flow || kind.family == Family::lite) {
    if (!hidden) return 0;
    throw UsageError(where_feed_forward, fmt::format("hidden {} for {}", *hidden, kind.name),
                     "no hidden: C determines its size", "no hidden, or another layer");
  }
  if (hidden) return checked_size(where_feed_forward, "hidden", *hidden);
  if (kind.family == Family::mlp) return checked_mul(where_feed_forward, 4, C);
  return std::max<Index>(1, checked_mul(where_feed_forward, 8, C) / 3);
}

}  // namespace

const std::vector<std::string>& feed_forward_names() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> found;
    for (const Kind& kind : kinds) found.push_back(kind.name);
    return found;
  }();
  return names;
}

Index feed_forward_hidden(const std::string& name, Index C, std::optional<Index> hidden) {
  return hidden_size(kind_of(name), C, hidden);
}

std::unique_ptr<Layer> make_feed_forward(const std::string& name, Index C, PythonRandom& random,
                                         const FeedForwardOptions& options) {
  const Kind& kind = kind_of(name);
  const Index H = hidden_size(kind, C, options.hidden);
  switch (kind.family) {
    case Family::mlp:
      return std::make_unique<MLP>(C, kind.activation, random,
                                   MLPOptions{.bias = options.bias,
                                              .weight_init = options.weight_init,
                                              .out_weight_init = options.out_weight_init,
                                              .hidden = H});
    case Family::gated:
      return std::make_unique<GatedMLP>(
          C, random,
          GatedMLPOptions{.hidden = H,
                          .activation = kind.activation,
                          .bias = options.bias,
                          .multiple_of = 1,
                          .weight_init = options.weight_init,
                          .bias_init = Init::zero(),
                          .out_weight_init = options.out_weight_init});
    case Family::flow:
      return std::make_unique<HoloGateFlow>(C, random,
                                            HoloGateFlowOptions{.affine = {.residual = false}});
    case Family::lite:
      break;
  }
  return std::make_unique<HoloGateFlowLite>(C, random,
                                            HoloGateFlowLiteOptions{.affine = {.residual = false}});
}

}  // namespace holo
