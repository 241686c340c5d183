// rotary.h: rotary position embedding: queries and keys are rotated by their positions, so that
// their product depends on the distance between the positions only.
#pragma once

#include "holo/ops.h"

namespace holo {

struct RotaryOptions {
  Index channels = 0;  ///< how many of each head are rotated, from the first on; even
  double base = 1e4;
};

/// x [B, T, H, D]: in each head the pair of channels i and i + channels / 2 of position t is
/// rotated by the angle t base^(-2 i / channels):
///   a' = a cos - b sin,   b' = a sin + b cos
/// Positions count from `first` on. The other channels are unchanged. Throws ShapeError unless x
/// has 4 dimensions, channels is even and at most D, base is a finite number above 0 and first is
/// at least 0. Su et al. 2021 (arXiv 2104.09864).
Tensor rotary(const Tensor& x, const RotaryOptions& options, Index first = 0);

}  // namespace holo
