// stored_tokenizer.h: a tokenizer of either kind, as checkpoints and files have it, or as it lies
// beside a model of another program: tokenizer.json, the file of Hugging Face's package tokenizers,
// of the kinds that PretrainedTokenizer computes, or the vocab.json and merges.txt of GPT-2.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "gpt/layouts/json.h"
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
///   decoder          Replace, ByteFallback, Fuse, and Strip of one space or nothing
/// Throws only holo::Error, with `where` in front, for text that is not JSON, breaks its own rules,
/// or has any member, kind or setting beyond these, by name.
TokenizerParts tokenizer_parts_of_json(std::string_view text, const std::string& where);

/// The file for the package again.
std::string tokenizer_json_text(const TokenizerParts& parts);

/// tokenizer_config.json beside it, for transformers: which class reads it, the marks, and how many
/// tokens the model takes.
std::string tokenizer_config_text(const TokenizerParts& parts, Index block_size);

/// The tokens of a model, by id and by text.
struct Vocab {
  std::vector<std::string> tokens;
  std::unordered_map<std::string, int> ids;
};

/// Reads {"a": 0, "b": 1, ...}, in any order. Throws Error, with `where` in front, for any other
/// value, an empty token, more than most_pretrained_tokens, and ids that are not 0, 1, 2, ..., each
/// once.
Vocab read_vocab(const Json& json, const std::string& where);

/// Collects merges. Each error is one with `where` and the number of the merge, from 0.
class MergeReader {
 public:
  /// REQUIRES: `vocab` outlives the reader.
  MergeReader(const Vocab& vocab, std::string where) : vocab_(vocab), where_(std::move(where)) {}

  /// Throws Error unless the two tokens and the one that they make are in the vocabulary, and for a
  /// pair that comes twice.
  void add(std::string_view left, std::string_view right);
  /// The same for "left right", with one space between them.
  void add_line(std::string_view line);
  std::vector<TokenizerParts::Merge> take() { return std::move(merges_); }

 private:
  int id(std::string_view token, std::string_view left, std::string_view right) const;

  const Vocab& vocab_;
  std::string where_;
  std::vector<TokenizerParts::Merge> merges_;
  std::unordered_set<std::uint64_t> pairs_;
};

/// Reads ["a b", ...] or [["a", "b"], ...]. Throws as MergeReader.
std::vector<TokenizerParts::Merge> read_merges(const Json& json, const Vocab& vocab,
                                               const std::string& where);

// Of tokenizer_steps.cpp. Each takes the member of its name, sets what it says, and throws Error
// for a kind or a setting that PretrainedTokenizer does not compute, by name.

/// Sets parts.pattern and parts.single_digits.
void read_pre_tokenizer(const JsonObject& step, TokenizerParts& parts);
/// Sets parts.before. REQUIRES: parts.vocab and parts.added are there.
void read_post_processor(const JsonObject& step, TokenizerParts& parts);
void check_decoder(const JsonObject& step);

/// Prepend "▁" and Replace " " by it. Sets parts.space_before.
void read_space_normalizer(const JsonObject& step, TokenizerParts& parts);
/// Metaspace that cuts nothing. Sets parts.space_before.
void read_metaspace(const JsonObject& step, TokenizerParts& parts);
/// Replace "▁" by " ", ByteFallback, Fuse, and Strip of one " " at the beginning or nothing. Sets
/// parts.strips_space.
void read_space_decoder(const JsonObject& step, TokenizerParts& parts);

}  // namespace holo
