// quick.h: HOLO_BENCH_QUICK=1 (make bench QUICK=1): a bench only shows that it works, at tiny sizes
// and with one round each; its times say nothing. So each runs in a test, on the emulator too.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <string_view>

#include "holo/shape.h"

namespace holo {

inline bool is_quick() {
  static const bool quick = [] {
    const char* const text = std::getenv("HOLO_BENCH_QUICK");
    return text != nullptr && std::string_view(text) == "1";
  }();
  return quick;
}

/// `size`, or `tiny` when that is smaller and the bench is quick.
inline Index quick_size(Index size, Index tiny) { return is_quick() ? std::min(size, tiny) : size; }

}  // namespace holo
