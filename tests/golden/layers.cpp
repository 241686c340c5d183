// layers.cpp: the table of layers, and what all of their cases have in common.
#include "golden/layers.h"

#include "golden/tensors.h"

namespace golden {
namespace {

const std::map<std::string, Run>& kinds_of_layers() {
  static const std::map<std::string, Run> layers = {
      {"MLP", run_mlp},
      {"MicroGptMlpBlock", run_micro_gpt_mlp_block},
      {"GatedMLP", run_gated_mlp},
      {"HoloGateFlow", run_holo_gate_flow},
      {"MHA", run_attention},
      {"Block", run_block},
      {"BlockStack", run_block_stack},
      {"GPT", run_gpt},
      {"HoloGateFlowLite", run_holo_gate_flow_lite},
  };
  return layers;
}

}  // namespace

Run layer_named(const std::string& name) {
  const auto found = kinds_of_layers().find(name);
  if (found != kinds_of_layers().end()) return found->second;
  throw Skip{"the layer " + name + " is not there yet"};
}

void judge_module(const Case& c, const holo::Module& module, const Forward& forward, Judge& judge) {
  Leaves leaves;
  const Inputs in = inputs_of(c, leaves);
  load_parameters(c, module, leaves);
  judge_outputs(c, forward(in), leaves, judge);
}

holo::Norm norm_of(const Json& config) {
  const std::string norm = config.text_or("norm", "layernorm");
  if (norm != "layernorm" && norm != "rmsnorm") throw Skip{"no norm " + norm};
  return norm == "layernorm" ? holo::Norm::layer : holo::Norm::rms;
}

std::optional<holo::Index> integer_in(const Json& config, const std::string& name) {
  const Json* const number = config.find(name);
  if (number == nullptr || number->is_null()) return std::nullopt;
  return number->integer();
}

}  // namespace golden
