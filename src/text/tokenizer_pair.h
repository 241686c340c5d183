// tokenizer_pair.h: what the training and the encoder of byte-pair encoding share. Internal.
#pragma once

#include <cstdint>

#include "holo/tokenizer.h"

namespace holo {

/// The most tokens that a BytePairTokenizer has, BOS among them.
inline constexpr int most_tokens = 1 << 20;

/// A pair of tokens as one number.
inline std::uint64_t pair_key(int left, int right) {
  return std::uint64_t{static_cast<std::uint32_t>(left)} << 32 | static_cast<std::uint32_t>(right);
}

inline BytePairTokenizer::Merge pair_of(std::uint64_t key) {
  return {static_cast<int>(key >> 32), static_cast<int>(key & 0xFFFFFFFF)};
}

}  // namespace holo
