// docs_words.h: the words of a page, and the places of a term of one or several words.
#pragma once

#include <algorithm>
#include <cctype>
#include <string>
#include <utility>
#include <vector>

#include "docs/docs_page.h"

namespace docs {

/// A word in lower case, and its place in the text.
struct Word {
  std::size_t begin, end;
  std::string text;
};

using Words = std::vector<Word>;

/// Letters, digits and `_` make a word; a hyphen separates two words.
inline Words split_words(const std::string& text) {
  Words words;
  const auto inside = [&](std::size_t i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    return byte >= 0x80 || std::isalnum(byte) || text[i] == '_';
  };
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (!inside(i)) continue;
    Word word{i, i, ""};
    for (; word.end < text.size() && inside(word.end); ++word.end) {
      word.text += static_cast<char>(std::tolower(static_cast<unsigned char>(text[word.end])));
    }
    i = word.end;
    words.push_back(word);
  }
  return words;
}

/// True for "layers" and "layer", "entropies" and "entropy", "losses" and "loss".
inline bool is_word_or_plural(const std::string& word, const std::string& singular) {
  if (word == singular || word == singular + 's' || word == singular + "es") return true;
  return ends(singular, "y") && word == singular.substr(0, singular.size() - 1) + "ies";
}

/// True if `term` begins at the word `at`, with only spaces, hyphens and the asterisks of italics
/// between its words, and no empty line.
inline bool stands_at(const std::string& text, const Words& words, std::size_t at,
                      const Words& term) {
  if (term.empty() || at + term.size() > words.size()) return false;
  for (std::size_t i = 0; i < term.size(); ++i) {
    const Word& word = words[at + i];
    const bool last = i + 1 == term.size();
    if (last ? !is_word_or_plural(word.text, term[i].text) : word.text != term[i].text)
      return false;
    if (last) break;
    const std::string between = text.substr(word.end, words[at + i + 1].begin - word.end);
    if (between.find_first_not_of(" \n-*") != std::string::npos ||
        between.find("\n\n") != std::string::npos)
      return false;
  }
  return true;
}

/// The places of any of `terms` in `text`.
inline std::vector<std::size_t> places_of(const std::string& text, const Words& words,
                                          const std::vector<Words>& terms) {
  std::vector<std::size_t> places;
  for (std::size_t i = 0; i < words.size(); ++i) {
    for (const Words& term : terms) {
      if (!stands_at(text, words, i, term)) continue;
      places.push_back(words[i].begin);
      break;
    }
  }
  return places;
}

}  // namespace docs
