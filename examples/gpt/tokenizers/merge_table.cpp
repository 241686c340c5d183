// merge_table.cpp: tokens linked to their neighbours, and a queue of the merges that are possible,
// as in the library's byte_pair.cpp.
#include "gpt/tokenizers/merge_table.h"

#include <queue>
#include <tuple>

#include "text/byte_pair.h"

namespace holo {
namespace {

struct LinkedToken {
  int id;                      // -1: has become part of the one before it
  std::size_t previous, next;  // positions; the number of tokens stands for none
};

struct PossibleMerge {
  int rank;
  std::size_t position;  // of the left token
  int result;
  bool operator<(const PossibleMerge& other) const {  // is later than the other
    return std::tie(rank, position) > std::tie(other.rank, other.position);
  }
};

}  // namespace

bool MergeTable::add(int left, int right, int result) {
  const int rank = static_cast<int>(merges_.size());
  return merges_.emplace(pair_key(left, right), Merge{rank, result}).second;
}

const MergeTable::Merge* MergeTable::find(int left, int right) const {
  const auto found = merges_.find(pair_key(left, right));
  return found == merges_.end() ? nullptr : &found->second;
}

void MergeTable::apply(std::vector<int>& ids) const {
  const std::size_t size = ids.size();
  if (size < 2) return;
  std::vector<LinkedToken> tokens(size);
  std::priority_queue<PossibleMerge> queue;
  const auto merge_at = [&](std::size_t at) {
    const std::size_t next = tokens[at].next;
    return next == size ? nullptr : find(tokens[at].id, tokens[next].id);
  };
  const auto offer = [&](std::size_t at) {
    if (const Merge* const merge = merge_at(at)) queue.push({merge->rank, at, merge->result});
  };
  for (std::size_t i = 0; i < size; ++i) tokens[i] = {ids[i], i == 0 ? size : i - 1, i + 1};
  for (std::size_t i = 0; i < size; ++i) offer(i);

  while (!queue.empty()) {
    const auto [rank, at, result] = queue.top();
    queue.pop();
    // The merge of a neighbour may have removed one of the two, or changed it. What counts is the
    // token that they make now, as in the reference, the package tokenizers.
    const Merge* const merge = merge_at(at);
    if (merge == nullptr || merge->result != result) continue;
    LinkedToken& token = tokens[at];
    tokens[token.next].id = -1;
    token.id = result;
    token.next = tokens[token.next].next;
    if (token.next != size) tokens[token.next].previous = at;
    if (token.previous != size) offer(token.previous);
    offer(at);
  }
  ids.clear();
  for (std::size_t i = 0; i < size; i = tokens[i].next) ids.push_back(tokens[i].id);
}

}  // namespace holo
