// stored_tokenizer.h: a tokenizer of either kind, as checkpoints and files have it, or as it lies
// beside a model of another program: tokenizer.json, the file of Hugging Face's package tokenizers,
// of the kinds that PretrainedTokenizer computes.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "gpt/tokenizers/pretrained_tokenizer.h"
#include "holo/tokenizer.h"

namespace holo {

/// The tokenizer whose to_text() gave this text: one of the library's, or a PretrainedTokenizer. A
/// text that begins with "{" is a tokenizer.json, which gets `marks`. Where no model says its
/// marks, the token that tokenizer.json puts before a text begins and ends texts, or <|endoftext|>,
/// or none. Throws holo::Error as tokenizer_from_text and tokenizer_parts_of_json do.
std::unique_ptr<Tokenizer> stored_tokenizer(std::string_view text, const std::string& name,
                                            std::optional<TextMarks> marks = {});
/// Of a file.
std::unique_ptr<Tokenizer> load_stored_tokenizer(const std::string& path,
                                                 std::optional<TextMarks> marks = {});

/// That of tokenizer.json; null when the folder has none. Throws Error for a tokenizer that
/// PretrainedTokenizer does not compute, by name, and for one of another form, vocab.json or
/// tokenizer.model: it is then none that may be passed over in silence.
std::unique_ptr<Tokenizer> tokenizer_of_folder(const std::string& folder, const TextMarks& marks);

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
///                    in place of its own pattern a Split by one of text_pieces.h
///   decoder          ByteLevel
/// Of Llama 2's kind, with byte_fallback in the model:
///   normalizer       Prepend and Replace of spaces by "▁", and no pre_tokenizer; or
///   pre_tokenizer    Metaspace, which cuts nothing, and no normalizer
///   decoder          Replace, ByteFallback, Fuse, and Strip of one space
/// Throws only holo::Error, with `where` in front, for text that is not JSON, breaks its own rules,
/// or has any member, kind or setting beyond these, by name.
TokenizerParts tokenizer_parts_of_json(std::string_view text, const std::string& where);

}  // namespace holo
