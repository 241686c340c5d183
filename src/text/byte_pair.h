// byte_pair.h: what the training and the encoder of byte-pair encoding share: where chunks end (see
// holo/byte_pair.h), and pairs of tokens as numbers. Internal.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "holo/byte_pair.h"

namespace holo {

/// The end of the chunk of `text` that begins at byte `at` < text.size(); more than `at`.
std::size_t chunk_end(std::string_view text, std::size_t at);

/// The same chunks for any text in UTF-8, as a pattern of Python's modules re and regex.
inline constexpr const char* chunk_pattern =
    R"('(?:[sdmt]|ll|ve|re)| ?[A-Za-z\x80-\U0010FFFF]+| ?[0-9]+|)"
    R"( ?[^\t-\r 0-9A-Za-z\x80-\U0010FFFF]+|[\t-\r ]+(?![^\t-\r ])|[\t-\r ]+)";

/// Bytes in readable form, on one line: visible characters as they are, `space` for each space,
/// "\x0A" for all other bytes.
std::string visible(std::string_view bytes, std::string_view space = "␣");

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
