// tokenizer_json.h: tokenizer.json, the file of Hugging Face's package tokenizers, of the kinds
// that PretrainedTokenizer computes.
#pragma once

#include <string>
#include <string_view>

#include "gpt/tokenizers/tokenizer_parts.h"

namespace holo {

/// The most bytes of such a file.
inline constexpr std::size_t most_tokenizer_bytes = std::size_t{64} << 20;

/// The parts that the text says; no marks, which config.json has. What is read:
///   model            BPE; ids are 0, 1, 2, ... with the added tokens
///   added_tokens     found as they are, not stripped, not as words alone
///   post_processor   none, ByteLevel, or TemplateProcessing that puts tokens before a text
///   truncation, padding   passed over: they shape a batch of the package, not the tokens of a text
/// Of GPT-2's and Llama 3's kind, whose tokens are bytes:
///   normalizer       none
///   pre_tokenizer    ByteLevel without a space before texts; before it Digits, each by itself; or
///                    in place of its own pattern a Split by one of split_pattern.h
///   decoder          ByteLevel
/// Of Llama 2's kind, with byte_fallback in the model:
///   normalizer       Prepend and Replace of spaces by "▁", and no pre_tokenizer; or
///   pre_tokenizer    Metaspace, which cuts nothing, and no normalizer
///   decoder          Replace, ByteFallback, Fuse, and Strip of one space or nothing
/// Throws only holo::Error, with `where` in front, for text that is not JSON, breaks its own rules,
/// or has any member, kind or setting beyond these, by name.
TokenizerParts tokenizer_parts_of_json(std::string_view text, const std::string& where);

/// The file for the package again.
std::string tokenizer_json_text(const TokenizerParts& parts);

/// tokenizer_config.json beside it, for transformers: which class reads it, the marks, and how many
/// tokens the model takes.
std::string tokenizer_config_text(const TokenizerParts& parts, Index block_size);

}  // namespace holo
