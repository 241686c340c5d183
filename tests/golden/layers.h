// layers.h: the layers that golden cases know by name, and their runs. To add one, write its
// function and a line in the table of layers.cpp.
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

/// Computes a case and gives everything to the judge, mostly with judge_module().
using Run = void (*)(const Case& c, Judge& judge);

/// The run of the layer called `name`. Throws Skip if this engine does not have it.
Run layer_named(const std::string& name);

/// Loads the parameters of the case into `module` by name, computes the outputs by `forward` from
/// the inputs, and judges outputs, loss and gradients.
using Forward = std::function<std::vector<holo::Tensor>(const Inputs&)>;
void judge_module(const Case& c, const holo::Module& module, const Forward& forward, Judge& judge);

/// The kind of norm that config names, by default a layer norm.
holo::Norm norm_of(const Json& config);

/// The number called `name` in config as an integer; nothing if it is missing or null.
std::optional<holo::Index> integer_in(const Json& config, const std::string& name);

// ---- mlp_layers.cpp ----
void run_mlp(const Case& c, Judge& judge);
void run_micro_gpt_mlp_block(const Case& c, Judge& judge);
void run_gated_mlp(const Case& c, Judge& judge);

// ---- holo_layers.cpp ----
void run_holo_gate_flow(const Case& c, Judge& judge);
void run_holo_gate_flow_lite(const Case& c, Judge& judge);

// ---- block_layers.cpp ----
void run_attention(const Case& c, Judge& judge);
void run_block(const Case& c, Judge& judge);
void run_block_stack(const Case& c, Judge& judge);

// ---- gpt.cpp ----
void run_gpt(const Case& c, Judge& judge);

}  // namespace golden
