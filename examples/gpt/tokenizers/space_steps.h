// space_steps.h: the steps of a tokenizer.json of SentencePiece's kind, as that of Llama 2: how
// spaces become "▁", and tokens text.
#pragma once

#include <string>

#include "gpt/layouts/json.h"
#include "gpt/tokenizers/tokenizer_parts.h"

namespace holo {

/// Each takes the member of its name, sets what it says, and throws Error, with `where` in front,
/// for any other kind or setting, by name.

/// Prepend "▁" and Replace " " by it. Sets parts.space_before.
void read_space_normalizer(const Json& step, const std::string& where, TokenizerParts& parts);
/// Metaspace that cuts nothing. Sets parts.space_before.
void read_metaspace(const Json& step, const std::string& where, TokenizerParts& parts);
/// Replace "▁" by " ", ByteFallback, Fuse, and Strip of one " " at the beginning or nothing. Sets
/// parts.strips_space.
void read_space_decoder(const Json& step, const std::string& where, TokenizerParts& parts);

}  // namespace holo
