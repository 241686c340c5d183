// init_from.cpp: options of a model as flags, and where two models differ.
#include "gpt/training/init_from.h"

#include <fmt/format.h>

#include "holo/check.h"

namespace holo {

FlagValues model_flags(const GPTOptions& model) {
  const auto number = [](Index x) { return fmt::format("{}", x); };
  const auto on_off = [](bool x) { return std::string(x ? "on" : "off"); };
  return {{"n-layer", number(model.n_layer)},
          {"n-head", number(model.n_head)},
          {"n-embd", number(model.n_embd)},
          {"block-size", number(model.block_size)},
          {"ffn", model.ffn},
          {"hidden", number(model.hidden.value_or(0))},
          {"norm", kind_name(model.norm)},
          {"norm-gain", on_off(model.norm_gain)},
          {"norm-embedding", on_off(model.norm_embedding)},
          {"norm-final", on_off(model.norm_final)},
          {"positions", kind_name(model.positions)},
          {"bias", on_off(model.bias)},
          {"tied", on_off(model.tied)}};
}

void take_what_has_no_flag(GPTOptions& model, const GPTOptions& saved) {
  model.vocab_size = saved.vocab_size;
  model.n_head_kv = saved.n_head_kv;
  model.norm_epsilon = saved.norm_epsilon;
  model.rotary_base = saved.rotary_base;
}

void check_same_model(const GPTOptions& model, const GPTOptions& saved, const std::string& where) {
  const FlagValues has = model_flags(saved);
  std::string changes;
  for (const auto& [name, value] : model_flags(model)) {
    if (value == has.at(name)) continue;
    if (name == "block-size" && saved.positions == Positions::rotary) continue;
    changes += fmt::format("{}--{} {} (it has {})", changes.empty() ? "" : ", ", name, value,
                           has.at(name));
  }
  if (changes.empty()) return;
  throw Error(where, "another model than this one: " + changes, "the model of that file",
              "without these flags, or without --init-from");
}

}  // namespace holo
