// choice.h: checks options that are given by name, such as "fused" or "composed".
#pragma once

#include <fmt/format.h>

#include <span>
#include <string>
#include <string_view>

#include "holo/check.h"

namespace holo {

/// Which kernels several layers use.
inline constexpr std::string_view backend_names[] = {"fused", "composed"};

/// "a, b or c"
inline std::string listed(std::span<const std::string_view> words) {
  std::string text;
  for (std::size_t i = 0; i < words.size(); ++i) {
    text += i == 0 ? "" : i + 1 == words.size() ? " or " : ", ";
    text += words[i];
  }
  return text;
}

/// Which of `words` is `word`, which the user gave for `option`. Throws UsageError when it is none.
inline std::size_t checked_choice(const char* layer, const char* option, const std::string& word,
                                  std::span<const std::string_view> words) {
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (words[i] == word) return i;
  }
  throw UsageError(layer, fmt::format("{} \"{}\"", option, word), listed(words),
                   fmt::format("\"{}\"", words[0]));
}

}  // namespace holo
