// stored_tokenizer.h: a tokenizer of either kind, as checkpoints and files have it.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "gpt/tokenizers/text_marks.h"
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

}  // namespace holo
