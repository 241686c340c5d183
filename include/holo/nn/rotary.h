// rotary.h: positions as rotations: the product of a query and a key that were turned depends on
// how far apart they stand, not on where.
#pragma once

#include "holo/ops.h"

namespace holo {
inline namespace HOLO_REAL_NAMESPACE {

struct RotaryOptions {
  Index channels = 0;  ///< of each head, from the first one on: even
  double base = 1e4;
  bool interleaved = false;  ///< pairs are neighbours; else channel i goes with i + channels / 2
};

/// x [B, T, H, D]: in each head the pair i of position t is turned by the angle
/// t base^(-2 i / channels):
///   a' = a cos - b sin,   b' = a sin + b cos
/// Position t counts from `first` on. The channels behind stay. Throws ShapeError unless x has 4
/// dimensions, channels is even and at most D, base is a finite number above 0 and first is at
/// least 0. Su et al. 2021 (arXiv 2104.09864).
Tensor rotary(const Tensor& x, const RotaryOptions& options, Index first = 0);

}  // namespace HOLO_REAL_NAMESPACE
}  // namespace holo
