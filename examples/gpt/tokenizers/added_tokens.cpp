// added_tokens.cpp: a trie of the added tokens, walked from each place of a text.
#include "gpt/tokenizers/added_tokens.h"

namespace holo {
namespace {

std::uint64_t trie_edge(std::size_t node, char c) {
  return std::uint64_t{node} << 8 | static_cast<unsigned char>(c);
}

}  // namespace

void TextSet::add(std::string_view text, int id) {
  begins_[static_cast<unsigned char>(text[0])] = true;
  std::size_t node = 0;
  for (const char c : text) {
    const auto [edge, is_new] = next_.try_emplace(trie_edge(node, c), ids_.size());
    if (is_new) ids_.push_back(-1);
    node = edge->second;
  }
  ids_[node] = id;
}

TextSet::Match TextSet::longest_at(std::string_view text, std::size_t at) const {
  Match longest;
  if (!begins_[static_cast<unsigned char>(text[at])]) return longest;
  std::size_t node = 0;
  for (std::size_t i = at; i < text.size(); ++i) {
    const auto edge = next_.find(trie_edge(node, text[i]));
    if (edge == next_.end()) break;
    node = edge->second;
    if (ids_[node] >= 0) longest = {ids_[node], i + 1 - at};
  }
  return longest;
}

std::vector<TextPart> split_at(const TextSet& tokens, std::string_view text) {
  std::vector<TextPart> parts;
  std::size_t start = 0;
  for (std::size_t at = 0; at < text.size();) {
    const TextSet::Match match = tokens.longest_at(text, at);
    if (match.id < 0) {
      ++at;
      continue;
    }
    if (start < at) parts.push_back({-1, text.substr(start, at - start)});
    parts.push_back({match.id, text.substr(at, match.length)});
    at += match.length;
    start = at;
  }
  if (start < text.size()) parts.push_back({-1, text.substr(start)});
  return parts;
}

}  // namespace holo
