// sampled_text.h: the text of tokens that a model drew. A tokenizer of anyone may have tokens of
// megabytes, so the bytes of a text have a limit.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "holo/shape.h"
#include "holo/tokenizer.h"

namespace holo {

/// The most bytes of a text of up to `tokens` tokens: 64 a token, 4096 at least.
std::size_t most_sample_bytes(Index tokens);

/// The text of the ids of tokens; of more than `most` bytes the first ones, up to the end of a
/// character, and then "... [cut: a text of this length has at most N bytes]". Throws holo::Error
/// as Tokenizer::decode() does, for the ids that it reaches.
std::string sampled_text(const Tokenizer& tokenizer, const std::vector<Index>& ids,
                         std::size_t most);

}  // namespace holo
