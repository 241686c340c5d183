// token_bytes.h: how files of tokenizers write bytes and spaces, so that each token can be seen: "
// the" is "Ġthe" in those of GPT-2's kind, "▁the" in those of SentencePiece's.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace holo {

/// The token as it is in a file: visible bytes, 0x21-7E, A1-AC and AE-FF, are the code points of
/// these numbers, the other 68, in their order, U+0100, U+0101, .... Source: bytes_to_unicode() of
/// GPT-2's published encoder.
std::string token_of_bytes(std::string_view bytes);

/// The bytes of a token of a file; none when one of its characters stands for no byte.
std::optional<std::string> bytes_of_token(std::string_view token);

/// What stands for a space in tokens of SentencePiece's kind.
inline constexpr std::string_view space_mark = "\u2581";

/// Where a "▁" is put before a text that has none there: nowhere; before each part between added
/// tokens, also where there is one ("Prepend", in files of Llama 2); the same where there is none
/// ("Metaspace", always); where there is none at the beginning of the text (first).
enum class SpaceBefore { never, prepend, always, first };

/// A part of a text with "▁" for each space, and before it as `before` says; nothing of an empty
/// one. `is_first`: the text begins with it.
std::string with_space_marks(std::string_view part, SpaceBefore before, bool is_first);

/// "<0x0A>" for 10.
std::string byte_token(int byte);

/// The bytes that a token of a file stands for: a byte for "<0x0A>", else its text with spaces.
std::string bytes_of_marked_token(std::string_view token);

}  // namespace holo
