// sharing_account.h: does it pay now to share loops among threads? An account in nanoseconds, of
// what sharing has saved and what waiting has cost.
//
// Threads that share a loop wait for the last of them. On a machine that is busy with something
// else, one of them may be without a core for milliseconds, in a loop of microseconds; one that
// sleeps needs up to 50 us to wake. The results are the same bits either way, so the calling thread
// may do any loop alone.
#pragma once

#include <cstdint>

namespace holo {

/// One for each thread that shares loops. Times are those of any clock that does not run back.
class SharingAccount {
 public:
  using Time = std::int64_t;  // nanoseconds

  /// False: a loop that begins now is better done alone.
  bool pays(Time now) const { return now >= alone_until_; }

  /// A shared loop that began and ended then; each of `threads` had a share of it, and the first of
  /// them was done at `first_done`. When the account is overdrawn, sharing does not pay for a
  /// while, which doubles when the account is overdrawn again within as long.
  void enter(int threads, Time begin, Time first_done, Time end);

  static constexpr Time most = 2'000'000;          // of credit, and of debt
  static constexpr Time first_while = 10'000'000;  // alone: long beside the debt
  static constexpr Time longest_while = 1'000'000'000;

 private:
  Time balance_ = 0;
  Time while_ = 0, alone_until_ = 0;
};

}  // namespace holo
