// byte_fallback.h: texts and tokens of SentencePiece's byte-pair tokenizers, as that of Llama 2: a
// space is the character "▁", U+2581, and a character that is no token is its bytes, tokens like
// "<0x0A>".
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace holo {

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
