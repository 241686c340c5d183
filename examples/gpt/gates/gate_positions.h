// gate_positions.h: which positions of a text a measurement takes: half of them to fit to, half of
// them, from other rows, to measure at.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "holo/shape.h"

namespace holo {

/// Texts as tokens, each as a model sees it at once.
using TokenRows = std::vector<std::vector<Index>>;

/// Of a list of tokens the windows of `size`, one after the other; of more than `count` of them as
/// many, evenly spread. What is left at the end is a shorter window.
TokenRows windows_of(const std::vector<Index>& tokens, Index size, Index count);

/// Numbers of tokens in a file, with white space or commas between them. Throws Error when it
/// cannot be read, and, with the line, for what is not a number from 0 to vocab_size - 1.
std::vector<Index> read_tokens(const std::string& path, Index vocab_size);

struct Position {
  std::size_t row, place;
};

/// Up to `most` positions: those with an even index are from rows with an even number, the others
/// from the rows between. As many of the one as of the other, from the first rows on.
std::vector<Position> positions_of(const TokenRows& rows, std::size_t most);

}  // namespace holo
