// added_tokens.h: the tokens that are looked for in a text before all else, as <|endoftext|>.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace holo {

struct AddedToken {
  int id;
  std::string content;
  bool special = false;     ///< not a part of texts; changes nothing here
  bool normalized = false;  ///< looked for after all that are not
};

/// A set of texts, to find the longest one that begins at a place.
class TextSet {
 public:
  /// REQUIRES: not empty, and not added before.
  void add(std::string_view text, int id);

  struct Match {
    int id = -1;  ///< -1: none
    std::size_t length = 0;
  };
  /// Time: the length of the longest text at most.
  Match longest_at(std::string_view text, std::size_t at) const;

 private:
  std::array<bool, 256> begins_{};  // with this byte
  std::vector<int> ids_ = {-1};     // of the texts that end at each node; node 0 is the beginning
  std::unordered_map<std::uint64_t, std::size_t> next_;  // of a node and a byte
};

/// A part of a text: an added token, or text without any, whose id is -1.
struct TextPart {
  int id;
  std::string_view text;
};

/// Cuts a text at these tokens, the leftmost first, of those at one place the longest.
std::vector<TextPart> split_at(const TextSet& tokens, std::string_view text);

}  // namespace holo
