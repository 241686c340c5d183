// head_table.h: prints what the heads of a model look at, as means over many names.
#pragma once

#include <fmt/format.h>

#include <cstddef>
#include <vector>

#include "support/corpus.h"
#include "support/recording.h"
#include "support/values/vector.h"

namespace holo {

/// A row for each head of each layer: the mean weights of its fifth position, the fourth letter,
/// over up to 1000 names that have one. REQUIRES: gpt.logits(token, position, caches) leaves in
/// caches[layer].weights, for each head, the weights of this position.
template <class Cache, class Gpt>
void print_heads(const Gpt& gpt, const Corpus& corpus) {
  constexpr std::size_t position = 4;
  const std::size_t most = is_recording() ? 1 : 1000;  // names; a recording is of the training
  Matrix heads;                                        // their weights for one name
  std::vector<std::vector<double>> sums;               // the sums over all names
  std::size_t names = 0;
  for (const std::vector<int>& document : corpus.documents) {
    if (document.size() < position + 2 || names >= most) continue;
    ++names;
    const Tape::Scope scope;
    std::vector<Cache> caches(gpt.layers.size());
    for (std::size_t i = 0; i <= position; ++i) gpt.logits(document[i], i, caches);
    heads.clear();
    for (const Cache& cache : caches) {
      heads.insert(heads.end(), cache.weights.begin(), cache.weights.end());
    }
    sums.resize(heads.size(), std::vector<double>(position + 1));
    for (std::size_t h = 0; h < heads.size(); ++h) {
      for (std::size_t s = 0; s <= position; ++s) sums[h][s] += heads[h][s].data();
    }
  }
  if (names == 0) return;
  fmt::print("\n4th letter looks at    BOS   1st   2nd   3rd   4th\n");
  for (std::size_t h = 0; h < sums.size(); ++h) {
    fmt::print("layer {:<2} head {:<6}", h / gpt.n_head + 1, h % gpt.n_head + 1);
    for (const double sum : sums[h]) fmt::print("{:>6.2f}", sum / static_cast<double>(names));
    fmt::print("\n");
  }
}

}  // namespace holo
