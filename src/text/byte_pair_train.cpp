// byte_pair_train.cpp: learns the merges of byte-pair encoding. A merge updates only the counts of
// the pairs around its positions and never counts all pairs again. tests/text/byte_pair_test.cpp
// contains the simple algorithm, which counts all pairs again for each merge.
#include <fmt/format.h>

#include <limits>
#include <queue>

#include "holo/check.h"
#include "text/byte_pair.h"

namespace holo {
namespace {

using Merge = BytePairTokenizer::Merge;

class PairTrainer {
 public:
  // Adds a chunk that occurs `times` times. No chunk may be added twice.
  void add_chunk(std::string_view chunk, std::int64_t times);
  std::vector<Merge> train(std::size_t most);

 private:
  struct Token {
    int id;              // -1 if merged into the previous token
    int previous, next;  // positions of the previous and the next token in the chunk, or -1
    std::int64_t times;  // number of times that the chunk occurs
  };
  // All positions of a pair are found, from left to right, when the newer of its two tokens is
  // made. Later merges can only remove positions.
  struct Pair {
    std::int64_t count = 0;
    std::vector<int> positions;  // positions of the left token, ascending; some may be outdated
    std::size_t first = 0;       // index of the first position that may still be valid
  };
  // A possible next merge. The most frequent pair comes first; ties go to the first in the text.
  struct Candidate {
    std::int64_t count;
    int position;
    std::uint64_t key;
    bool operator<(const Candidate& other) const {  // true if `other` comes first
      return count != other.count ? count < other.count : position > other.position;
    }
  };

  Token& token(int position) { return tokens_[static_cast<std::size_t>(position)]; }
  bool is_at(int position, Merge merge);
  void add(int position);
  void subtract(int position);
  void offer(std::uint64_t key);
  void merge_all(std::uint64_t key, int new_id);

  std::vector<Token> tokens_;  // the tokens of all chunks, in document order
  std::unordered_map<std::uint64_t, Pair> pairs_;
  std::vector<std::uint64_t> new_pairs_;  // pairs that appeared since the last merge began
  std::priority_queue<Candidate> candidates_;
};

void PairTrainer::add_chunk(std::string_view chunk, std::int64_t times) {
  const auto first = static_cast<int>(tokens_.size());
  const auto size = static_cast<int>(chunk.size());
  for (int i = 0; i < size; ++i) {
    const auto byte = static_cast<unsigned char>(chunk[static_cast<std::size_t>(i)]);
    const int position = first + i;
    tokens_.push_back({byte, i == 0 ? -1 : position - 1, i + 1 == size ? -1 : position + 1, times});
  }
  for (int position = first; position + 1 < first + size; ++position) add(position);
}

bool PairTrainer::is_at(int position, Merge merge) {
  const Token& left = token(position);
  return left.id == merge.first && left.next >= 0 && token(left.next).id == merge.second;
}

void PairTrainer::add(int position) {
  const Token& left = token(position);
  const std::uint64_t key = pair_key(left.id, token(left.next).id);
  const auto [entry, is_new] = pairs_.try_emplace(key);
  if (is_new) new_pairs_.push_back(key);
  entry->second.count += left.times;
  entry->second.positions.push_back(position);
}

void PairTrainer::subtract(int position) {
  const Token& left = token(position);
  const auto entry = pairs_.find(pair_key(left.id, token(left.next).id));
  if (entry != pairs_.end()) entry->second.count -= left.times;  // a pair being merged is absent
}

void PairTrainer::offer(std::uint64_t key) {
  const auto entry = pairs_.find(key);
  Pair& pair = entry->second;
  if (pair.count == 0) {
    pairs_.erase(entry);
    return;
  }
  while (!is_at(pair.positions[pair.first], pair_of(key))) ++pair.first;
  candidates_.push({pair.count, pair.positions[pair.first], key});
}

void PairTrainer::merge_all(std::uint64_t key, int new_id) {
  const auto entry = pairs_.find(key);
  const Pair pair = std::move(entry->second);
  pairs_.erase(entry);
  for (std::size_t i = pair.first; i < pair.positions.size(); ++i) {
    const int position = pair.positions[i];
    if (!is_at(position, pair_of(key))) continue;
    Token& left = token(position);
    Token& right = token(left.next);
    if (left.previous >= 0) subtract(left.previous);
    if (right.next >= 0) subtract(left.next);
    right.id = -1;
    left.id = new_id;
    left.next = right.next;
    if (left.next >= 0) token(left.next).previous = position;
    if (left.previous >= 0) add(left.previous);
    if (left.next >= 0) add(position);
  }
}

std::vector<Merge> PairTrainer::train(std::size_t most) {
  std::vector<Merge> merges;
  for (;;) {
    for (const std::uint64_t key : new_pairs_) offer(key);
    new_pairs_.clear();
    if (merges.size() == most) return merges;
    // Counts only decrease and first positions only increase, so an outdated candidate never comes
    // too late in the queue.
    for (;;) {
      if (candidates_.empty()) return merges;
      const Candidate best = candidates_.top();
      candidates_.pop();
      if (pairs_.at(best.key).count != best.count) {
        offer(best.key);
        continue;
      }
      const auto new_id = static_cast<int>(256 + merges.size());
      merges.push_back(pair_of(best.key));
      merge_all(best.key, new_id);
      break;
    }
  }
}

}  // namespace

BytePairTokenizer BytePairTokenizer::train(const std::vector<std::string>& documents,
                                           int vocab_size, Split split) {
  if (vocab_size < 257 || vocab_size > most_tokens) {
    throw UsageError("vocab_size", fmt::format("{}", vocab_size),
                     fmt::format("257 (256 bytes and BOS) to {}", most_tokens));
  }
  // Equal chunks always change in the same way, so we keep one copy of each chunk.
  std::vector<std::pair<std::string_view, std::int64_t>> chunks;
  std::unordered_map<std::string_view, std::size_t> known;
  std::size_t bytes = 0;
  for (const std::string_view document : documents) {
    for (std::size_t at = 0; at < document.size();) {
      const std::size_t end = split == Split::words ? chunk_end(document, at) : document.size();
      const std::string_view chunk = document.substr(at, end - at);
      const auto [entry, is_new] = known.try_emplace(chunk, chunks.size());
      if (is_new) {
        chunks.emplace_back(chunk, 0);
        bytes += chunk.size();
      }
      ++chunks[entry->second].second;
      at = end;
    }
  }
  if (bytes > static_cast<std::size_t>(std::numeric_limits<int>::max())) {
    throw Error("BytePairTokenizer::train", fmt::format("{} bytes of different chunks", bytes),
                "less than 2^31", "a part of the text");
  }
  PairTrainer trainer;
  for (const auto& [chunk, times] : chunks) trainer.add_chunk(chunk, times);
  return BytePairTokenizer(trainer.train(static_cast<std::size_t>(vocab_size - 257)), split);
}

}  // namespace holo
