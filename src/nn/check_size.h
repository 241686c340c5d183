// check_size.h: checks the sizes that a layer is made with.
#pragma once

#include <fmt/format.h>

#include "holo/check.h"
#include "holo/shape.h"

namespace holo {

/// `size`, which the user calls `name`. Throws UsageError unless it is at least 1.
inline Index checked_size(const char* layer, const char* name, Index size) {
  if (size >= 1) return size;
  throw UsageError(layer, fmt::format("{} {}", name, size), "at least 1");
}

}  // namespace holo
