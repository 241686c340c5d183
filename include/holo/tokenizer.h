// tokenizer.h: converts text to token ids and back, in three ways: one token for each character,
// for each byte, or for each frequent piece of text (byte-pair encoding). Nothing here shuffles or
// batches.
//
//   const CharTokenizer tokenizer({"emma", "ava"});
//   tokenizer.encode("eva");  // {1, 3, 0}
//   tokenizer.bos();          // 4
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "holo/version.h"

namespace holo {

/// The base class of all tokenizers. Tokens are ids 0, 1, ..., vocab_size() - 1; the last one is
/// BOS, the mark between documents, which encode never gives. (Tokenizers of other programs, which
/// examples/gpt/tokenizers/ reads, may have it elsewhere.)
class Tokenizer {
 public:
  virtual ~Tokenizer() = default;

  /// "char", "byte" or "bpe".
  virtual const char* kind() const = 0;
  /// The number of tokens, including BOS.
  virtual int vocab_size() const = 0;
  virtual int bos() const { return vocab_size() - 1; }

  /// The ids of a text, without BOS; decode gives the same bytes back. Throws holo::Error for a
  /// text that it cannot encode, which only CharTokenizer has.
  virtual std::vector<int> encode(std::string_view text) const = 0;
  /// The text of ids in [0, bos()). Throws holo::Error for any other id, also for BOS.
  virtual std::string decode(const std::vector<int>& ids) const = 0;
  /// A token in readable form; "<BOS>" for BOS. Throws holo::Error for an id outside [0,
  /// vocab_size()).
  virtual std::string token_text(int id) const = 0;
  /// The whole tokenizer as ASCII, which tokenizer_from_text reads: for files and checkpoints.
  virtual std::string to_text() const = 0;
};

/// The tokenizer whose to_text() gave this text. `name`, for example the path, appears in errors.
///
/// Three kinds of text, distinguished by the first line; lines end with "\n":
///   holo char v1    then the number of characters, then each as U+0061, ascending
///   holo byte v1    and nothing else
///   minbpe v1       see BytePairTokenizer; of minbpe's own files those of its BasicTokenizer, or
///                   with our pattern; also with "\r\n"
/// Throws only holo::Error, for any other text, with the line, from 1.
std::unique_ptr<Tokenizer> tokenizer_from_text(std::string_view text, const std::string& name);

/// Writes to_text() to a file, whole or not at all; reads such a file. Throws as read_file and
/// tokenizer_from_text, and holo::Error for a file that cannot be written.
void save_tokenizer(const std::string& path, const Tokenizer& tokenizer);
std::unique_ptr<Tokenizer> load_tokenizer(const std::string& path);

/// One token for each character (Unicode code point): the sorted distinct code points of the
/// documents are ids 0, 1, 2, .... A letter with a combining mark is two tokens. Source of the
/// numbering: microgpt.py.
class CharTokenizer final : public Tokenizer {
 public:
  /// The vocabulary of these documents; without any it is BOS alone. Throws holo::Error when they
  /// are not UTF-8.
  explicit CharTokenizer(const std::vector<std::string>& documents);
  /// This vocabulary. Throws holo::Error when it is not ascending, or has a code point of no
  /// character.
  static CharTokenizer of_characters(std::vector<char32_t> characters);

  const char* kind() const override { return "char"; }
  int vocab_size() const override { return static_cast<int>(characters_.size()) + 1; }
  /// Throws holo::Error when it is not UTF-8, or for a character outside the vocabulary, which the
  /// message names.
  std::vector<int> encode(std::string_view text) const override;
  std::string decode(const std::vector<int>& ids) const override;
  /// The character; "U+0009" for one that cannot be seen (white space, controls, byte order mark).
  std::string token_text(int id) const override;
  std::string to_text() const override;

 private:
  CharTokenizer() = default;
  void set_characters(std::vector<char32_t> characters);
  int find(char32_t character) const;  // its id, or -1

  std::vector<char32_t> characters_;  // sorted: index = id
  std::array<int, 128> ascii_ids_;    // the same for code points below 128, -1 where absent
};

/// One token for each byte: id = byte, BOS is 256. Takes any bytes, UTF-8 or not.
class ByteTokenizer final : public Tokenizer {
 public:
  const char* kind() const override { return "byte"; }
  int vocab_size() const override { return 257; }
  std::vector<int> encode(std::string_view text) const override;
  std::string decode(const std::vector<int>& ids) const override;
  /// The character for visible ASCII, "␣" for a space, "\x0A" for the others.
  std::string token_text(int id) const override;
  std::string to_text() const override;
};

/// Byte-pair encoding. Tokens 0 to 255 are the bytes. Training looks for the pair of neighbours
/// that is most frequent, gives it the next id, writes that id in place of the pair, and again:
///
///   aaabdaaabac     the pair "aa" is there 4 times (twice in each "aaa"): token 256
///   ZabdZabac       Z = 256. "Za" and "ab" are there twice; "Za" comes first: token 257
///   YbdYbac         Y = 257. "Yb" is there twice: token 258
///   XdXac           X = 258, that is "aaab": 11 tokens have become 5
///
/// encode("aaab") does the same merges, the oldest first. Frequent words become one token, rare
/// ones a few, and no text is refused. Takes any bytes.
///
/// No token crosses the end of a document or of a chunk. A chunk begins where the one before it
/// ends, and is the first of these that fits, as long as it can be:
///   's 't 'm 'd 'll 've 're       the ends of English words
///   letters, or digits, or others; each with one space before them, if there is one
///   white space that ends the text, or all but the last of several, or one
/// Letters are A-Z, a-z and all bytes from 128 on, so of all other scripts; digits 0-9; white space
/// is U+0009-000D and the space. For ASCII that is the pattern of GPT-2 (there U+001C-001F are no
/// white space either); of other scripts it does not know digits, marks and white space.
///
/// Source: Sennrich, Haddow, Birch, "Neural machine translation of rare words with subword units",
/// ACL 2016; the pattern of Radford et al., "Language models are unsupervised multitask learners",
/// 2019; the order among equals and the file of github.com/karpathy/minbpe.
class BytePairTokenizer final : public Tokenizer {
 public:
  using Merge = std::pair<int, int>;  ///< the two tokens that become a new one
  /// Chunks as above, or each text as one chunk (minbpe's BasicTokenizer).
  enum class Split { words, none };

  /// Learns until vocab_size tokens are there, or no pair is left: then vocab_size() is less.
  /// Among equally frequent pairs the first one met in the documents is taken, as minbpe does.
  /// Time: the bytes of all documents, and n log n for n bytes of different chunks; memory: some 60
  /// bytes for each of these n.
  /// Throws UsageError for a vocab_size outside [257, 2^20], holo::Error as for the merges, or for
  /// 2^31 bytes or more.
  static BytePairTokenizer train(const std::vector<std::string>& documents, int vocab_size,
                                 Split split = Split::words);

  /// Merge i makes token 256 + i. Throws holo::Error for a token that does not exist yet, a pair
  /// that comes twice, more than 2^20 tokens, or more than 64 MiB of text in all tokens together.
  explicit BytePairTokenizer(std::vector<Merge> merges, Split split = Split::words);

  const std::vector<Merge>& merges() const { return merges_; }
  Split split() const { return split_; }

  const char* kind() const override { return "bpe"; }
  int vocab_size() const override { return static_cast<int>(merges_.size()) + 257; }
  std::vector<int> encode(std::string_view text) const override;
  std::string decode(const std::vector<int>& ids) const override;
  /// Visible characters as they are, "␣" for a space, "\x0A" for all other bytes. Of a token of
  /// more than 256 bytes these, and then "... [N bytes]".
  std::string token_text(int id) const override;
  /// A .model file of minbpe: "minbpe v1"; the pattern of the chunks for Python's module regex, or
  /// an empty line for none; "1"; "<BOS> 512", its id; then two tokens a line for each merge.
  /// tokenizer_from_text takes also "0" special tokens, and one with another name.
  std::string to_text() const override;

 private:
  void add_merge(Merge merge);
  int find(int left, int right) const;  // the merge of that pair, or -1
  void encode_chunk(std::string_view chunk, std::vector<int>& ids) const;
  friend std::unique_ptr<Tokenizer> tokenizer_from_text(std::string_view, const std::string&);

  Split split_;
  std::vector<Merge> merges_;
  std::vector<std::string> texts_;                // of each token but BOS: index = id
  std::size_t text_bytes_ = 256;                  // in all of them
  std::unordered_map<std::uint64_t, int> ranks_;  // pair -> merge
};

}  // namespace holo
