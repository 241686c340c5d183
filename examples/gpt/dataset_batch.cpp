// dataset_batch.cpp: which rows a step gets, and rows as tensors of indices.
#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "gpt/dataset.h"
#include "holo/check.h"
#include "holo/random.h"

namespace holo {
namespace {

constexpr Index ignored = -100;  // cross_entropy's ignore_index

// Streams of CounterRandom(seed) that belong to the data: one for each epoch, one for windows.
constexpr std::uint64_t epoch_stream = 0xDA7A000000000000, window_stream = 0xDA7B000000000000;

}  // namespace

Index Dataset::rows(const Part& part) const {
  if (part.tokens.empty()) return 0;
  if (settings_.form == TextForm::documents) return static_cast<Index>(part.starts.size()) - 1;
  return (static_cast<Index>(part.tokens.size()) - 1) / settings_.block_size;
}

Dataset::Row Dataset::row(const Part& part, Index number) const {
  if (settings_.form == TextForm::running) {
    return {number * settings_.block_size, settings_.block_size};
  }
  const Index* const start = part.starts.data() + number;
  return {start[0], std::min(start[1] - start[0], settings_.block_size)};
}

// Row `number` of all rows of a run.
Dataset::Row Dataset::train_row(std::uint64_t number) const {
  const auto seed = static_cast<std::uint64_t>(settings_.seed);
  const auto count = static_cast<std::uint64_t>(train_rows());
  if (!settings_.shuffle) return row(train_, static_cast<Index>(number % count));
  if (settings_.form == TextForm::running) {
    const auto places = static_cast<std::uint64_t>(train_tokens() - settings_.block_size);
    const std::uint64_t start = CounterRandom(seed, window_stream).bits(number) % places;
    return {static_cast<Index>(start), settings_.block_size};
  }
  const auto epoch = static_cast<Index>(number / count);
  if (epoch != epoch_) {
    order_.resize(static_cast<std::size_t>(count));
    std::iota(order_.begin(), order_.end(), Index{0});
    const CounterRandom random(seed, epoch_stream + static_cast<std::uint64_t>(epoch));
    for (std::size_t i = order_.size(); i-- > 1;) {
      std::swap(order_[i], order_[static_cast<std::size_t>(random.bits(i) % (i + 1))]);
    }
    epoch_ = epoch;
  }
  return row(train_, order_[static_cast<std::size_t>(number % count)]);
}

TokenBatch Dataset::batch_of(const Part& part, const std::vector<Row>& rows) const {
  Index longest = 0, target_count = 0;
  for (const Row& one : rows) {
    longest = std::max(longest, one.size);
    target_count += one.size;
  }
  const auto B = static_cast<Index>(rows.size()), T = longest;
  const auto numel = static_cast<std::size_t>(B * T);
  std::vector<Index> tokens(numel, tokenizer_->bos()), targets(numel, ignored);
  for (Index b = 0; b < B; ++b) {
    const auto [start, size] = rows[static_cast<std::size_t>(b)];
    const int* const from = part.tokens.data() + start;
    std::copy(from, from + size, tokens.data() + b * T);
    std::copy(from + 1, from + 1 + size, targets.data() + b * T);
  }
  return {Indices({B, T}, std::move(tokens)), Indices({B, T}, std::move(targets)), target_count};
}

// Of the batch of a step.
std::vector<Dataset::Row> Dataset::train_rows_of(Index step, Index first, Index count) const {
  if (step < 0) throw Error("Dataset::batch", fmt::format("step {}", step), "a step from 0 on");
  const auto B = static_cast<std::uint64_t>(settings_.batch_size);
  std::vector<Row> rows;
  for (Index b = first; b < first + count; ++b) {
    rows.push_back(train_row(static_cast<std::uint64_t>(step) * B + static_cast<std::uint64_t>(b)));
  }
  return rows;
}

PythonRandom Dataset::weight_generator(std::int64_t seed) const {
  PythonRandom random(seed);
  std::vector<Index> documents(static_cast<std::size_t>(train_rows()));
  random.shuffle(documents);
  return random;
}

TokenBatch Dataset::batch(Index step, Index shard, Index shards) const {
  const Index count = settings_.batch_size / shards;
  return batch_of(train_, train_rows_of(step, shard * count, count));
}

Index Dataset::target_count(Index step) const {
  Index count = 0;
  for (const Row& row : train_rows_of(step, 0, settings_.batch_size)) count += row.size;
  return count;
}

std::vector<TokenBatch> Dataset::validation_batches(Index most) const {
  if (most < 1) {
    throw Error("Dataset::validation_batches", fmt::format("at most {} batches", most),
                "at least 1");
  }
  const Index all = validation_rows(), B = settings_.batch_size;
  const Index count = most > all / B ? all : most * B;
  std::vector<TokenBatch> batches;
  for (Index first = 0; first < count; first += B) {
    std::vector<Row> rows;
    for (Index i = first; i < std::min(first + B, count); ++i) {
      rows.push_back(row(validation_, i * all / count));
    }
    batches.push_back(batch_of(validation_, rows));
  }
  return batches;
}

}  // namespace holo
