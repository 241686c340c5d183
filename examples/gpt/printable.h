// printable.h: what a model wrote, for a terminal.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "holo/shape.h"
#include "holo/tokenizer.h"

namespace holo {

/// The text with "\xNN" for control characters and "�" for bytes that are not UTF-8, so that no
/// model can play tricks on a terminal. Line breaks and tabs stay when `lines`.
std::string printable(std::string_view text, bool lines = false);

/// The most bytes of a text of up to `tokens` tokens: 64 a token, 4096 at least.
std::size_t most_sample_bytes(Index tokens);

/// The text of the ids of tokens; of more than `most` bytes the first ones, up to the end of a
/// character, and then "... [cut: a text of this length has at most N bytes]". Throws holo::Error
/// as Tokenizer::decode() does, for the ids that it reaches.
std::string sampled_text(const Tokenizer& tokenizer, const std::vector<Index>& ids,
                         std::size_t most);

}  // namespace holo
