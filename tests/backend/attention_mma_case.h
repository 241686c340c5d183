// attention_mma_case.h: attention by tensor cores, for tests: where it can be, its forward alone,
// and how far it agrees with the plain one.
#pragma once

#include <doctest/doctest.h>

#include "backend/attention_case.h"

namespace attention_mma_case {

using namespace attention_case;

inline bool no_mma() {
  if (no_cuda()) return true;
  AttentionSizes s{};
  s.D = 64;
  const bool can = cuda_attention::can_mma(s);
  if (!can) MESSAGE("skipped: no tensor cores for bf16, or real is double");
  return !can;
}

inline Way forward_way() {
  Way way = mma_way();
  way.backward = [](const auto&, const auto&) {};
  return way;
}

/// As far as bf16 lets them agree: the mean of the squares of errors, of that of the numbers.
inline constexpr double bf16_tolerance = 1e-3;

}  // namespace attention_mma_case
