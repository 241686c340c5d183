// replayed_logits.cpp: records a length the first time that a text has it.
#include "holo/replayed_logits.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "holo/check.h"
#include "holo/nn/gpt.h"
#include "holo/replay.h"
#include "nn/evaluation.h"

namespace holo {
namespace {

// With more results than that the graph takes a tenth of the time, or less.
constexpr std::size_t most_bytes_of_one = std::size_t{1} << 18;

// Whether `tokens` is `before` and one token more.
bool goes_on(const std::vector<Index>& before, const std::vector<Index>& tokens) {
  return before.size() + 1 == tokens.size() &&
         std::equal(before.begin(), before.end(), tokens.begin());
}

}  // namespace

/// The cache is that behind the token.
struct ReplayedLogits::Length {
  explicit Length(Index first) : token({1, 1}, {first}) {}
  Indices token;
  GPTCache cache;
  Tensor logits;
  Replay step;
};

struct ReplayedLogits::Rest {
  GPTCache cache;
  Tensor logits;
};

ReplayedLogits::ReplayedLogits(GPT& model, std::size_t most_bytes)
    : model_(model), most_bytes_(most_bytes), rest_(std::make_unique<Rest>()) {}
ReplayedLogits::~ReplayedLogits() = default;

void ReplayedLogits::record(Index token) {
  auto length = std::make_unique<Length>(token);
  if (!lengths_.empty()) length->cache = lengths_.back()->cache;
  length->step = capture([&] { length->logits = model_(length->token, length->cache); });
  bytes_ += length->step.bytes();
  full_ = bytes_ >= most_bytes_ || length->step.bytes() > most_bytes_of_one;
  lengths_.push_back(std::move(length));
}

void ReplayedLogits::read(std::size_t position, Index token) {
  if (position < lengths_.size()) {
    lengths_[position]->token.copy_(std::vector<Index>{token});
    lengths_[position]->step.run();
  } else if (!full_) {
    record(token);
  } else {
    if (position == lengths_.size()) rest_->cache = lengths_.back()->cache;
    rest_->logits = model_(Indices({1, 1}, {token}), rest_->cache);
  }
}

std::vector<real> ReplayedLogits::behind_window(const std::vector<Index>& tokens) {
  const Index most = model_.options.block_size;
  const std::vector<Index> window(tokens.end() - static_cast<std::ptrdiff_t>(most), tokens.end());
  const std::vector<real> all = model_(Indices({1, most}, window)).to_vector();
  return {all.end() - static_cast<std::ptrdiff_t>(model_.options.vocab_size), all.end()};
}

std::vector<real> ReplayedLogits::operator()(const std::vector<Index>& tokens) {
  if (tokens.empty()) throw UsageError("ReplayedLogits", "no tokens", "at least one", "BOS");
  const Evaluation evaluation;
  const NoGrad no_grad;
  if (static_cast<Index>(tokens.size()) > model_.options.block_size) return behind_window(tokens);
  // Empty while tokens are read: after an error the next text begins anew.
  const std::vector<Index> before = std::exchange(read_, {});
  for (std::size_t i = goes_on(before, tokens) ? before.size() : 0; i < tokens.size(); ++i) {
    read(i, tokens[i]);
  }
  read_ = tokens;
  const std::size_t last = tokens.size() - 1;
  return (last < lengths_.size() ? lengths_[last]->logits : rest_->logits).to_vector();
}

}  // namespace holo
