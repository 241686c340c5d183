// gated_units.h: the feed-forward layers of a GPT that have a gate, seen as units: each takes one
// number for its gate, a, and one for its value, b, from the input x of the layer, and gives
//
//   act(a) value_act(b),   a = g . x + a bias,   b = v . x + a bias
//
// A GatedMLP has act as its activation, and no value_act. HoloGateFlow computes a from its third
// part and b from its second; in its light form both see all channels.
#pragma once

#include <optional>

#include "holo/nn/module.h"
#include "kernel_view/linear_algebra.h"

namespace holo {

/// H units of C channels.
struct GatedUnits {
  Tensor gate, value;     ///< [H, C]: the rows g and v; 0 at a channel that they do not see
  Numbers64 output_size;  ///< [H]: how long the vector is that a unit of size 1 adds to the output
  double cap = 0;         ///< how many of their forms (g . x) (v . x) can be independent
};

/// The units of a layer; nothing when it has no gate. The path of HoloGateFlow through its scale
/// and shift does not count in `output_size`.
std::optional<GatedUnits> gated_units(const Layer& layer);

/// What the units compute at N inputs, [N, H] each.
struct GatedNumbers {
  Tensor gate, value;  ///< a and b
  Tensor opening;      ///< act(a)
  Tensor output;       ///< act(a) value_act(b)
};

/// For x [N, C]. REQUIRES: gated_units(layer).
GatedNumbers gated_numbers(const Layer& layer, const Tensor& x);

}  // namespace holo
