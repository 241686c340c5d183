// model_tokenizer.h: the tokenizer that lies beside a model of another program: tokenizer.json, or
// the vocab.json and merges.txt of GPT-2.
#pragma once

#include <memory>
#include <string>

#include "gpt/tokenizers/pretrained_tokenizer.h"

namespace holo {

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
