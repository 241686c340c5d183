// feed_forward.h: creates a transformer's feed-forward layer, given the name of its kind.
//
//   relu gelu gelu_tanh silu relu2     MLP               2 C H weights,  H = 4 C
//   glu bilinear reglu geglu swiglu    GatedMLP          3 C H weights,  H = 8 C / 3, rounded down
//   holo_gate_flow                     HoloGateFlow      7 C^2 + 10 C parameters
//   holo_gate_flow_lite                HoloGateFlowLite  9 C^2 + 10 C parameters
//
// C is the number of channels. Biases add C + H parameters to an MLP and C + 2 H to a GatedMLP.
// HoloGateFlow layers always have biases but no residual connection, because the block adds one.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "holo/nn/layers.h"
#include "holo/nn/module.h"

namespace holo {

struct FeedForwardOptions {
  std::optional<Index> hidden = {};  ///< H, the number of hidden units; default: see above
  bool bias = false;                 ///< adds biases, which start at 0
  /// The initial weights of the first and second linear layers. HoloGateFlow layers ignore both.
  Init weight_init = Init::fan_in(), out_weight_init = Init::fan_in();
};

/// The names of all kinds, in the order of the table above.
const std::vector<std::string>& feed_forward_names();

/// Creates a layer of the kind `name` for x [..., C]. Throws UsageError for an unknown name, for C
/// or hidden below 1, and if `hidden` is set for a HoloGateFlow layer, whose size depends only on
/// C.
std::unique_ptr<Layer> make_feed_forward(const std::string& name, Index C, PythonRandom& random,
                                         const FeedForwardOptions& options = {});

/// The layer's H, or 0 for a HoloGateFlow layer. Throws the same errors as make_feed_forward().
Index feed_forward_hidden(const std::string& name, Index C, std::optional<Index> hidden = {});

}  // namespace holo
