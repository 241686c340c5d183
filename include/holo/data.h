// data.h: text files as training data: a file, its documents, a tokenizer of characters.
// Strings are UTF-8. Not a byte-level or pair tokenizer, and nothing here shuffles or batches.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace holo {

/// The whole file, byte for byte. Reads a regular file only, at most `max_bytes` of it, and never
/// waits: a FIFO or a device is refused. An empty file gives "".
/// Error: missing, a directory, not a regular file, no permission, larger than max_bytes, a failed
/// read, or a file that changed its size while it was read.
std::string read_file(const std::string& path, std::size_t max_bytes = std::size_t{1} << 30);

/// One document a line, in the order of the text, each stripped of white space at both ends; lines
/// that are empty then are dropped. `name` stands in errors, say the path.
///
/// A line ends with "\n", "\r\n" or a lone "\r" (CPython's universal newlines), and white space is
/// what CPython's str.strip() takes: U+0009-000D, 001C-0020, 0085, 00A0, 1680, 2000-200A, 2028,
/// 2029, 202F, 205F, 3000. A byte order mark (U+FEFF), NUL bytes and all else are kept as
/// characters; nothing is normalised. Needs about the memory of `text` again.
///
/// Error: an empty text, white space only, UTF-16, or bytes that are not UTF-8 (overlong form,
/// surrogate, above U+10FFFF, cut short), with byte offset from 0 and line from 1.
std::vector<std::string> split_documents(std::string_view text, const std::string& name);

/// split_documents(read_file(path), path).
std::vector<std::string> read_documents(const std::string& path);

/// One token a character (Unicode code point): the sorted distinct code points of the documents are
/// ids 0, 1, 2, ...; the last id is BOS, the mark between documents. A letter with a combining mark
/// is two tokens. Source of the numbering: microgpt.py.
class CharTokenizer {
 public:
  /// The vocabulary of these documents; none at all leaves BOS alone. Error: not UTF-8.
  explicit CharTokenizer(const std::vector<std::string>& documents);

  /// The id of BOS: the number of distinct characters.
  int bos() const { return static_cast<int>(characters_.size()); }

  /// The number of tokens: the distinct characters and BOS.
  int vocab_size() const { return bos() + 1; }

  /// The ids of a text, one a character, BOS not among them; decode gives the same bytes back.
  /// Error: not UTF-8, or a character outside the vocabulary, which the message names.
  std::vector<int> encode(std::string_view text) const;

  /// The text of ids in [0, bos()). Error: any other id, BOS among them.
  std::string decode(const std::vector<int>& ids) const;

  /// A token for people to read: the character; "<BOS>"; "U+0009" for one that cannot be seen
  /// (white space, controls, byte order mark). Error: an id outside [0, vocab_size()).
  std::string token_text(int id) const;

 private:
  int find(char32_t character) const;  // its id, or -1

  std::vector<char32_t> characters_;  // sorted: index = id
  std::array<int, 128> ascii_ids_;    // the same for code points below 128, -1 where absent
};

}  // namespace holo
