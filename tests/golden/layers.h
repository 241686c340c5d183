// layers.h: the layers that golden cases and meta.json know by name, and their runs. To add one,
// write its two functions and a line in the table of layers.cpp.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "golden/case.h"
#include "golden/judge.h"
#include "golden/tensor_ops.h"
#include "holo/nn/kinds.h"
#include "holo/nn/module.h"

namespace golden {

/// The facts that meta.json may ask about a layer, by their names there: sizes and counts as one
/// number, shapes as several.
using Facts = std::map<std::string, std::vector<holo::Index>>;

struct Layer {
  /// Computes a case and gives everything to the judge, mostly with judge_module().
  void (*run)(const Case& c, Judge& judge);
  /// Makes the layer from config, which throws holo::Error if config is wrong, and returns its
  /// facts. Null for a layer about which meta.json asks nothing.
  Facts (*facts)(const Json& config);
};

/// The layer called `name`. Throws Skip if this engine does not have it.
const Layer& layer_named(const std::string& name);

/// Loads the parameters of the case into `module` by name, computes the outputs by `forward` from
/// the inputs, and judges outputs, loss and gradients.
using Forward = std::function<std::vector<holo::Tensor>(const Inputs&)>;
void judge_module(const Case& c, const holo::Module& module, const Forward& forward, Judge& judge);

/// Checks an entry of meta.json: every expected fact, or an error with all of its parts. Returns
/// the problems.
std::vector<std::string> wrong_facts(const Json& entry);

/// The kind of norm that config names, by default a layer norm.
holo::Norm norm_of(const Json& config);

/// The floating-point operations of a layer of C channels for config's num_tokens, or for one.
holo::Index flops_of(holo::Layer& layer, holo::Index C, const Json& config);

/// The number called `name` in config as an integer; nothing if it is missing or null.
std::optional<holo::Index> integer_in(const Json& config, const std::string& name);

// ---- mlp_layers.cpp ----
void run_mlp(const Case& c, Judge& judge);
void run_micro_gpt_mlp_block(const Case& c, Judge& judge);
void run_gated_mlp(const Case& c, Judge& judge);
Facts facts_of_mlp(const Json& config);
Facts facts_of_gated_mlp(const Json& config);

// ---- holo_layers.cpp ----
void run_holo_gate_flow(const Case& c, Judge& judge);
void run_holo_gate_flow_lite(const Case& c, Judge& judge);
Facts facts_of_holo_gate_flow(const Json& config);
Facts facts_of_holo_gate_flow_lite(const Json& config);

// ---- block_layers.cpp ----
void run_attention(const Case& c, Judge& judge);
void run_block(const Case& c, Judge& judge);
void run_block_stack(const Case& c, Judge& judge);
Facts facts_of_attention(const Json& config);

// ---- gpt.cpp ----
void run_gpt(const Case& c, Judge& judge);

}  // namespace golden
