// gate_positions.cpp: a file of numbers, windows, and positions of two kinds in turn.
#include "gpt/gates/gate_positions.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>

#include "base/shortened.h"
#include "holo/check.h"
#include "holo/data.h"

namespace holo {

TokenRows windows_of(const std::vector<Index>& tokens, Index size, Index count) {
  const auto all = static_cast<Index>(tokens.size());
  const Index windows = (all + size - 1) / size, taken = std::min(windows, count);
  TokenRows rows;
  for (Index i = 0; i < taken; ++i) {
    const Index first = i * windows / taken * size;
    rows.emplace_back(tokens.begin() + static_cast<std::ptrdiff_t>(first),
                      tokens.begin() + static_cast<std::ptrdiff_t>(std::min(first + size, all)));
  }
  return rows;
}

std::vector<Index> read_tokens(const std::string& path, Index vocab_size) {
  const std::string text = read_text(path);
  const auto is_between = [](char c) {
    return c == ' ' || c == ',' || c == '\n' || c == '\r' || c == '\t';
  };
  std::vector<Index> tokens;
  Index line = 1;
  for (std::size_t at = 0; at < text.size();) {
    if (is_between(text[at])) {
      line += text[at++] == '\n';
      continue;
    }
    const std::size_t end = static_cast<std::size_t>(
        std::find_if(text.begin() + static_cast<std::ptrdiff_t>(at), text.end(), is_between) -
        text.begin());
    Index token = -1;
    const auto [stop, problem] = std::from_chars(text.data() + at, text.data() + end, token);
    if (problem != std::errc() || stop != text.data() + end || token < 0 || token >= vocab_size) {
      throw Error(fmt::format("{}, line {}", path, line), in_quotes(text.substr(at, end - at)),
                  fmt::format("numbers of tokens, from 0 to {}", vocab_size - 1));
    }
    tokens.push_back(token);
    at = end;
  }
  return tokens;
}

std::vector<Position> positions_of(const TokenRows& rows, std::size_t most) {
  std::array<std::vector<Position>, 2> halves;
  for (std::size_t row = 0; row < rows.size(); ++row) {
    for (std::size_t place = 0; place < rows[row].size(); ++place)
      halves[row % 2].push_back({row, place});
  }
  const std::size_t count = std::min({halves[0].size(), halves[1].size(), most / 2});
  std::vector<Position> positions;
  for (std::size_t n = 0; n < count; ++n) {
    positions.push_back(halves[0][n]);
    positions.push_back(halves[1][n]);
  }
  return positions;
}

}  // namespace holo
