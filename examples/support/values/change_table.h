// change_table.h: how far trainings have moved the numbers of each matrix of a model.
#pragma once

#include <fmt/format.h>

#include <cmath>
#include <utility>

#include "support/corpus.h"
#include "support/values/vector.h"

namespace holo {

/// Of each matrix, as root mean squares: the gradients of `first` for the first document, and the
/// changes from it by each training. REQUIRES: the models are of one layer, and their parameters in
/// the order of the table.
template <class Gpt>
void print_changes(const Corpus& corpus, const Gpt& first, const Gpt& descent, const Gpt& adam) {
  const Tape::Scope scope;
  Tape::current().zero_grad();
  first.loss(corpus.documents[0]).backward();
  const auto& l = first.layers[0];
  const std::pair<const char*, const Matrix&> matrices[] = {
      {"wte", first.wte},     {"wpe", first.wpe},     {"lm_head", first.lm_head},
      {"attn_wq", l.attn_wq}, {"attn_wk", l.attn_wk}, {"attn_wv", l.attn_wv},
      {"attn_wo", l.attn_wo}, {"mlp_fc1", l.mlp_fc1}, {"mlp_fc2", l.mlp_fc2}};
  fmt::print("\nmatrix   first gradient  changed by descent  by Adam\n");
  std::size_t i = 0;  // of the parameters
  for (const auto& [name, matrix] : matrices) {
    const std::size_t n = matrix.size() * matrix[0].size(), end = i + n;
    double gradient = 0, by_descent = 0, by_adam = 0;  // sums of squares
    for (; i < end; ++i) {
      const Value p = first.parameters[i];
      gradient += std::pow(p.grad(), 2);
      by_descent += std::pow(descent.parameters[i].data() - p.data(), 2);
      by_adam += std::pow(adam.parameters[i].data() - p.data(), 2);
    }
    const auto root_mean = [n](double sum) { return std::sqrt(sum / static_cast<double>(n)); };
    fmt::print("{:8}{:>15.6f}{:>20.3f}{:>9.3f}\n", name, root_mean(gradient), root_mean(by_descent),
               root_mean(by_adam));
  }
}

}  // namespace holo
