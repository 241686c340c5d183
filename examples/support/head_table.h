// head_table.h: prints what the heads of a model look at, as means over many names.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <vector>

#include "support/corpus.h"
#include "support/vector.h"

namespace holo {

/// A row for each head of each layer: the mean weights of its fifth position, over up to 1000 names
/// that have one. `weights_of(document, position)` gives, layer by layer, for each head the weights
/// of this position.
template <class WeightsOf>
void print_heads(const Corpus& corpus, std::size_t n_head, WeightsOf weights_of) {
  constexpr std::size_t position = 4;
  std::vector<std::vector<double>> sums;
  double names = 0;
  for (const std::vector<int>& document : corpus.documents) {
    if (document.size() < position + 2) continue;
    if (names == 1000) break;
    ++names;
    const Tape::Scope scope;
    const Matrix heads = weights_of(document, position);
    sums.resize(heads.size(), std::vector<double>(position + 1));
    for (std::size_t h = 0; h < heads.size(); ++h) {
      for (std::size_t s = 0; s <= position; ++s) sums[h][s] += heads[h][s].data();
    }
  }
  if (names == 0) return;
  fmt::print("\n{:15}{:>7}{:>7}{:>7}{:>7}{:>7}\n", "4th letter looks at", "BOS", "1st", "2nd",
             "3rd", "itself");
  for (std::size_t h = 0; h < sums.size(); ++h) {
    fmt::print("layer {:2}, head {:2}", h / n_head + 1, h % n_head + 1);
    for (const double sum : sums[h]) fmt::print("{:7.2f}", sum / names);
    fmt::print("\n");
  }
}

}  // namespace holo
