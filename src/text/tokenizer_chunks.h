// tokenizer_chunks.h: where chunks end in byte-pair encoding (see holo/tokenizer.h). Internal.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

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

}  // namespace holo
