// byte_pair.h: byte-pair encoding: one token for each frequent piece of text.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "holo/tokenizer.h"

namespace holo {

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
  /// Visible characters as they are, "␣" for a space, every other byte as an escape such as
  /// "\x0A". Of a token of more than 256 bytes these, and then "... [N bytes]".
  std::string token_text(int id) const override;
  /// A .model file of minbpe: "minbpe v1"; the pattern of the chunks for Python's module regex, or
  /// an empty line for none; "1"; "<BOS> 512", its id; then two tokens a line for each merge.
  /// tokenizer_from_text takes also "0" special tokens, and one with another name.
  std::string to_text() const override;

 private:
  void add_merge(Merge merge);
  void encode_chunk(std::string_view chunk, std::vector<int>& ids) const;
  friend std::unique_ptr<Tokenizer> tokenizer_from_text(std::string_view, const std::string&);

  Split split_;
  std::vector<Merge> merges_;
  std::vector<std::string> texts_;                // of each token but BOS: index = id
  std::size_t text_bytes_ = 256;                  // in all of them
  std::unordered_map<std::uint64_t, int> ranks_;  // pair -> merge
};

}  // namespace holo
