// merge_table.h: the merges of byte-pair encoding in which any two tokens may become any third.
// In BytePairTokenizer of the library merge i makes token 256 + i.
#pragma once

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

namespace holo {

class MergeTable {
 public:
  /// `left` and `right`, next to one another, become `result`. Earlier merges come before later
  /// ones. False, and nothing is added, when the pair has a merge already.
  bool add(int left, int right, int result);

  /// Does all merges in `ids`, of one piece of text: at each step the earliest one that is
  /// possible, and of its places the leftmost. Time: n log n for n ids.
  void apply(std::vector<int>& ids) const;

 private:
  struct Merge {
    int rank, result;
  };
  const Merge* find(int left, int right) const;

  std::unordered_map<std::uint64_t, Merge> merges_;  // of pairs
};

}  // namespace holo
