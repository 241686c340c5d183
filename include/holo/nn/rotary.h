// rotary.h: rotary position embedding. It rotates queries and keys by their positions. Then the
// product of a query and a key depends only on the distance between their positions.
#pragma once

#include "holo/ops.h"

namespace holo {

struct RotaryOptions {
  Index channels = 0;  ///< the number of leading channels to rotate in each head; must be even
  double base = 1e4;
};

/// For x [B, T, H, D]: channels i and i + channels / 2 of each head form a pair (a, b). At position
/// t, the pair is rotated by the angle t base^(-2 i / channels):
///   a' = a cos - b sin,   b' = a sin + b cos
/// Position numbers start at `first`. The other channels do not change. Throws ShapeError unless x
/// has 4 dimensions, channels is even and at most D, base is finite and above 0, and first is at
/// least 0. Su et al. 2021 (arXiv 2104.09864).
Tensor rotary(const Tensor& x, const RotaryOptions& options, Index first = 0);

}  // namespace holo
