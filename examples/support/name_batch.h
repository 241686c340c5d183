// name_batch.h: names side by side, as a GPT of 16 positions is trained with them. What a data set
// needs besides (files, validation, orders) has examples/gpt/dataset.h. Chapter 17.1 explains -100.
#pragma once

#include <cstddef>
#include <vector>

#include "holo/tensor.h"
#include "support/corpus.h"

namespace holo {

struct NameBatch {
  Indices tokens, targets;  ///< [count, 16]; the target -100, which does not count, after the end
};

/// `count` names from number `first` on, a row each, and after the last one the first again. Of a
/// name of more than 15 letters the rest is left out.
inline NameBatch name_batch(const Corpus& corpus, std::size_t first, std::size_t count) {
  std::vector<Index> tokens, targets;
  for (std::size_t row = first; row < first + count; ++row) {
    const std::vector<int>& name = corpus.documents[row % corpus.documents.size()];
    for (std::size_t t = 0; t < 16; ++t) {
      const bool more = t + 1 < name.size();
      tokens.push_back(more ? name[t] : corpus.tokenizer.bos());
      targets.push_back(more ? name[t + 1] : -100);
    }
  }
  const Shape shape{static_cast<Index>(count), 16};
  return {Indices(shape, tokens), Indices(shape, targets)};
}

}  // namespace holo
