// layers.cpp: the table of layers, and what all of their cases have in common.
#include "golden/layers.h"

#include <fmt/format.h>

#include "golden/tensors.h"
#include "holo/check.h"
#include "holo/creation.h"
#include "holo/nn/describe.h"

namespace golden {
namespace {

const std::map<std::string, Layer>& kinds_of_layers() {
  static const std::map<std::string, Layer> layers = {
      {"MLP", {run_mlp, facts_of_mlp}},
      {"MicroGptMlpBlock", {run_micro_gpt_mlp_block, nullptr}},
      {"GatedMLP", {run_gated_mlp, facts_of_gated_mlp}},
      {"HoloGateFlow", {run_holo_gate_flow, facts_of_holo_gate_flow}},
      {"MHA", {run_attention, facts_of_attention}},
      {"Block", {run_block, nullptr}},
      {"BlockStack", {run_block_stack, nullptr}},
      {"GPT", {run_gpt, nullptr}},
      {"HoloGateFlowLite", {run_holo_gate_flow_lite, facts_of_holo_gate_flow_lite}},
  };
  return layers;
}

// A number or a list of numbers.
std::vector<holo::Index> integers(const Json& json) {
  if (json.kind() != Json::Kind::array) return {json.integer()};
  std::vector<holo::Index> list;
  for (const Json& item : json.items()) list.push_back(item.integer());
  return list;
}

std::string listed(const std::vector<holo::Index>& numbers) {
  std::string text;
  for (const holo::Index number : numbers) {
    if (!text.empty()) text += ' ';
    text += std::to_string(number);
  }
  return text;
}

// Making the layer must fail with an error that says where, what and what would be right.
std::vector<std::string> wrong_error(const Layer& layer, const Json& entry) {
  const std::string id = entry["id"].text();
  try {
    layer.facts(entry["config"]);
  } catch (const holo::Error& error) {
    if (!error.where().empty() && !error.found().empty() && !error.expected().empty()) return {};
    return {fmt::format("{}: an error with an empty part: {}", id, error.what())};
  }
  return {id + ": no error"};
}

}  // namespace

const Layer& layer_named(const std::string& name) {
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

std::vector<std::string> wrong_facts(const Json& entry) {
  const Layer& layer = layer_named(entry["layer"].text());
  const Json& expect = entry["expect"];
  if (layer.facts == nullptr) throw Skip{"no facts of the layer " + entry["layer"].text()};
  if (expect.boolean_or("error", false)) return wrong_error(layer, entry);
  const Facts facts = layer.facts(entry["config"]);
  std::vector<std::string> wrong;
  for (const auto& [name, value] : expect.members()) {
    const auto found = facts.find(name);
    const std::vector<holo::Index> want = integers(value);
    if (found != facts.end() && found->second == want) continue;
    wrong.push_back(fmt::format("{}: {} is {}, expected {}", entry["id"].text(), name,
                                found == facts.end() ? "nothing" : listed(found->second),
                                listed(want)));
  }
  return wrong;
}

holo::Index flops_of(holo::Layer& layer, holo::Index C, const Json& config) {
  return config.integer_or("num_tokens", 1) *
         holo::describe(layer, holo::zeros({1, C})).totals.flops;
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
