// byte_alphabet.h: the characters that stand for bytes in the files of byte-level tokenizers, so
// that each token can be seen: " the" is "Ġthe" there.
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

}  // namespace holo
