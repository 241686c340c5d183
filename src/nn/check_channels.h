// check_channels.h: checks the input of a layer: its last dimension must be the channels.
#pragma once

#include <fmt/format.h>

#include "holo/tensor.h"

namespace holo {

/// Throws ShapeError unless x is [..., channels].
inline void check_channels(const char* layer, const Tensor& x, Index channels) {
  const Shape& shape = x.shape();
  const int last = shape.ndim() - 1;
  if (last >= 0 && shape[last] == channels) return;
  std::string hint = "the layer before, or the number of channels of this one";
  if (last < 0) hint = "reshape(x, {1, -1})";
  for (int d = 0; d < last; ++d) {
    if (shape[d] == channels)
      hint = fmt::format("transpose(x, {}, {}): channels come last", d, last);
  }
  throw ShapeError(layer,
                   last < 0 ? "x [] has no dimensions"
                            : fmt::format("x {} has {} channels", shape.to_string(), shape[last]),
                   fmt::format("[..., {}], channels in the last dimension", channels), hint,
                   {shape}, last < 0 ? std::nullopt : std::optional(last));
}

}  // namespace holo
