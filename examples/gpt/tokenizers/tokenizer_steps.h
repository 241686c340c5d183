// tokenizer_steps.h: the steps of tokenizer.json around the model: how a text is cut, what is put
// before it, and how tokens become text.
#pragma once

#include <string>

#include "gpt/layouts/json.h"
#include "gpt/tokenizers/tokenizer_parts.h"

namespace holo {

/// Each takes the member of its name, sets what it says, and throws Error, with `where` in front,
/// for a kind or a setting that PretrainedTokenizer does not compute, by name.

/// Sets parts.pattern and parts.single_digits.
void read_pre_tokenizer(const Json& step, const std::string& where, TokenizerParts& parts);
/// Sets parts.before. REQUIRES: parts.vocab and parts.added are there.
void read_post_processor(const Json& step, const std::string& where, TokenizerParts& parts);
void check_decoder(const Json& step, const std::string& where);

}  // namespace holo
