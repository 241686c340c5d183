// checks.h: checks the sizes and names that a user passes to a layer, and the layer's input.
#pragma once

#include <fmt/format.h>

#include <cmath>
#include <span>
#include <string>
#include <string_view>

#include "holo/tensor.h"

namespace holo {

/// Returns `size` if it is at least 1. Otherwise throws UsageError about the option `name`.
inline Index checked_size(const char* layer, const char* name, Index size) {
  if (size >= 1) return size;
  throw UsageError(layer, fmt::format("{} {}", name, size), "at least 1");
}

/// Returns `number` if it is finite and >= 0. Otherwise throws UsageError about the option `name`.
inline double checked_number(const char* where, const char* name, double number,
                             const char* hint = "") {
  if (number >= 0 && std::isfinite(number)) return number;
  throw UsageError(where, fmt::format("{} {}", name, number), "a finite number of 0 or more", hint);
}

/// Joins the words into a list: "a, b or c".
inline std::string listed(std::span<const std::string_view> words) {
  std::string text;
  for (std::size_t i = 0; i < words.size(); ++i) {
    text += i == 0 ? "" : i + 1 == words.size() ? " or " : ", ";
    text += words[i];
  }
  return text;
}

/// The index of `word` in `words`. Throws UsageError about `option` if `word` is not there.
inline std::size_t checked_choice(const char* layer, const char* option, const std::string& word,
                                  std::span<const std::string_view> words) {
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (words[i] == word) return i;
  }
  throw UsageError(layer, fmt::format("{} \"{}\"", option, word), listed(words),
                   fmt::format("\"{}\"", words[0]));
}

/// Throws ShapeError unless x is [..., channels].
inline void check_channels(const char* layer, const Tensor& x, Index channels) {
  const Shape& shape = x.shape();
  const int last = shape.ndim() - 1;
  if (last >= 0 && shape[last] == channels) return;
  std::string hint = "the layer before, or the number of channels of this one";
  if (last < 0) hint = "reshape(x, {1, -1})";
  for (int d = 0; d < last; ++d) {
    if (shape[d] == channels)
      hint = fmt::format("transpose(x, {}, {}): channels come last", d, last);
  }
  throw ShapeError(layer,
                   last < 0 ? "x [] has no dimensions"
                            : fmt::format("x {} has {} channels", shape.to_string(), shape[last]),
                   fmt::format("[..., {}], channels in the last dimension", channels), hint);
}

}  // namespace holo
