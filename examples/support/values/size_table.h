// size_table.h: how large the numbers of a model are on their way, and their gradients.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "support/values/vector.h"

namespace holo {

/// The head of a table whose rows begin with print_sizes and end with a loss.
inline void print_size_header() {
  fmt::print("{:10}size of x after{:21}size of its gradient{:16}loss at\n", "", "", "");
  fmt::print("{:10}embeddings   attention         MLP", "");
  fmt::print("  embeddings   attention         MLP  the end\n");
}

/// The beginning of a row: the root mean square of the numbers after each stage, then that of their
/// gradients. REQUIRES: gpt.logits(token, position, cache) puts x of the position, after each
/// stage, at the end of cache.stages[stage].
template <class Cache, class Gpt>
void print_sizes(const char* name, const Gpt& gpt, const std::vector<int>& document) {
  const Tape::Scope scope;
  Cache cache;
  Tape::current().zero_grad();
  Vector losses;
  for (std::size_t i = 0; i < std::min(gpt.wpe.size(), document.size() - 1); ++i) {
    const Vector p = softmax(gpt.logits(document[i], i, cache));
    losses.push_back(-log(p[static_cast<std::size_t>(document[i + 1])]));
  }
  (sum(losses) / static_cast<double>(losses.size())).backward();
  fmt::print("{:8}", name);
  for (const bool of_gradients : {false, true}) {
    for (const Matrix& stage : cache.stages) {
      double squares = 0;
      for (const Vector& x : stage) {
        for (Value v : x) squares += std::pow(of_gradients ? v.grad() : v.data(), 2);
      }
      const auto count = static_cast<double>(stage.size() * stage[0].size());
      fmt::print("{:#12.2g}", std::sqrt(squares / count));
    }
  }
}

}  // namespace holo
