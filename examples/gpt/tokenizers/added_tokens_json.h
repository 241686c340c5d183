// added_tokens_json.h: the added tokens of tokenizer.json.
#pragma once

#include <string>
#include <vector>

#include "gpt/layouts/json.h"
#include "gpt/tokenizers/added_tokens.h"
#include "gpt/tokenizers/vocab.h"

namespace holo {

/// Reads them, and sorts them by id. Throws Error, with `where` in front, for a member that is not
/// known, one twice, a token that takes white space or whole words alone, and an id that is neither
/// that of the vocabulary nor the next one after it.
std::vector<AddedToken> read_added_tokens(const std::vector<Json>& tokens, const std::string& where,
                                          const Vocab& vocab);

}  // namespace holo
