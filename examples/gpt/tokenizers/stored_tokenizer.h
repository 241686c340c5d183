// stored_tokenizer.h: a tokenizer of either kind, as checkpoints and files have it, or as it lies
// beside a model of another program: tokenizer.json, or the vocab.json and merges.txt of GPT-2.
#pragma once

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

/// The parts that vocab.json and merges.txt say, two texts of GPT-2's published form; <|endoftext|>
/// is the one added token if it is in the vocabulary. `where_vocab` and `where_merges` are for
/// errors. Throws Error as read_vocab and MergeReader; a line of merges.txt counts from 0, without
/// "#version".
TokenizerParts tokenizer_parts_of_vocab(const std::string& vocab, const std::string& where_vocab,
                                        const std::string& merges, const std::string& where_merges);

/// Null when the folder has none. `is_gpt2`: vocab.json without a tokenizer_config.json is GPT-2's.
/// Throws Error for a tokenizer that PretrainedTokenizer does not compute, by name: it is then none
/// that may be passed over in silence.
std::unique_ptr<PretrainedTokenizer> tokenizer_of_folder(const std::string& folder,
                                                         const TextMarks& marks, bool is_gpt2);

}  // namespace holo
