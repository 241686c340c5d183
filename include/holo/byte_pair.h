// byte_pair.h: byte-pair encoding, which turns each frequent piece of text into one token.
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

/// Byte-pair encoding. Tokens 0 to 255 are the single bytes. Training finds the most frequent pair
/// of adjacent tokens, replaces it everywhere with a new token (the next id), and repeats this:
///
///   aaabdaaabac     the pair "aa" occurs 4 times (twice in each "aaa"): token 256
///   ZabdZabac       Z = 256. "Za" and "ab" occur twice; "Za" comes first: token 257
///   YbdYbac         Y = 257. "Yb" occurs twice: token 258
///   XdXac           X = 258, that is "aaab": 11 tokens have become 5
///
/// encode("aaab") applies these merges in the same order. A frequent word becomes one token; a rare
/// word becomes several. The tokenizer accepts arbitrary bytes.
///
/// No token extends beyond the end of a document or chunk. To find a chunk, we try these patterns
/// in order and take the longest match of the first one that matches:
///   's 't 'm 'd 'll 've 're       the ends of English words
///   only letters, only digits or only other characters, with one space before them if possible
///   white space: all of it at the end of the text, elsewhere all except the last, or just one
/// Letters are A-Z, a-z and, for all other scripts, every byte from 128 up. Digits are 0-9. White
/// space is U+0009-000D and the space. For ASCII text this is GPT-2's pattern, in which U+001C-001F
/// are not white space either. Our pattern does not recognise the digits, marks or white space of
/// other scripts.
///
/// Source: Sennrich, Haddow, Birch, "Neural machine translation of rare words with subword units",
/// ACL 2016. The pattern is from Radford et al., "Language models are unsupervised multitask
/// learners", 2019. The order of equally frequent pairs and the file format are from minbpe
/// (github.com/karpathy/minbpe).
class BytePairTokenizer final : public Tokenizer {
 public:
  using Merge = std::pair<int, int>;  ///< the two tokens that a merge replaces with a new token
  /// `words` splits text into chunks as above; `none` does not, as in minbpe's BasicTokenizer.
  enum class Split { words, none };

  /// Learns merges until there are vocab_size tokens or no pairs are left. Among equally frequent
  /// pairs, it merges the one that occurs first in the documents, as minbpe does. Let n be the
  /// number of bytes in all distinct chunks. Training needs about 60 n bytes of memory. The running
  /// time grows with n log n and with the size of the documents.
  /// Throws UsageError for a vocab_size outside [257, 2^20], and holo::Error if the distinct chunks
  /// total 2^31 bytes or more. Also throws the same errors as the constructor.
  static BytePairTokenizer train(const std::vector<std::string>& documents, int vocab_size,
                                 Split split = Split::words);

  /// Merge i creates token 256 + i. Throws holo::Error for a merge that uses a later token, a
  /// repeated pair, more than 2^20 tokens, or tokens with more than 64 MiB of text in total.
  explicit BytePairTokenizer(std::vector<Merge> merges, Split split = Split::words);

  const std::vector<Merge>& merges() const { return merges_; }
  Split split() const { return split_; }

  const char* kind() const override { return "bpe"; }
  int vocab_size() const override { return static_cast<int>(merges_.size()) + 257; }
  std::vector<int> encode(std::string_view text) const override;
  std::string decode(const std::vector<int>& ids) const override;
  /// Shows visible characters as they are, a space as "␣", and every other byte as an escape such
  /// as "\x0A". Truncates a token of more than 256 bytes and notes its full size.
  std::string token_text(int id) const override;
  /// The text of a minbpe .model file. Its first lines are "minbpe v1", the chunk pattern for
  /// Python's regex module (empty for Split::none), "1" (the number of special tokens), and the
  /// special token with its id, such as "<BOS> 512". Each further line holds the two tokens of a
  /// merge. tokenizer_from_text() also accepts a missing or renamed special token.
  std::string to_text() const override;

 private:
  void add_merge(Merge merge);
  void encode_chunk(std::string_view chunk, std::vector<int>& ids) const;
  friend std::unique_ptr<Tokenizer> tokenizer_from_text(std::string_view, const std::string&);

  Split split_;
  std::vector<Merge> merges_;
  std::vector<std::string> texts_;                // texts_[id] is the text of token id (not BOS)
  std::size_t text_bytes_ = 256;                  // total size of texts_, in bytes
  std::unordered_map<std::uint64_t, int> ranks_;  // maps each pair to its merge's index
};

}  // namespace holo
