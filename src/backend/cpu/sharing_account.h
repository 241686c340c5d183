// sharing_account.h: decides whether sharing loops among threads pays at the moment, from an
// account in nanoseconds of what sharing has saved and what waiting has cost.
//
// Threads that share a loop wait for the last of them. On a machine that is busy with something
// else, one of them may be without a core for milliseconds, in a loop of microseconds; one that
// sleeps needs up to 50 us to wake. The results are the same bits either way, so the calling thread
// may do any loop alone.
#pragma once

#include <cstdint>

namespace holo {

/// One for each thread that shares loops. Times are those of any clock that never goes back.
class SharingAccount {
 public:
  using Time = std::int64_t;  // nanoseconds

  /// A shared loop that began and ended then: each of `threads` had a share of it, and the first of
  /// them was done at `first_done`. An account that is overdrawn pauses sharing.
  void enter(int threads, Time begin, Time first_done, Time end);

  /// Loops are better done alone until resume() says otherwise.
  bool paused() const { return paused_; }
  /// Whether the pause is over.
  bool resume(Time now);

  static constexpr Time most = 2'000'000;  // of credit, and of debt
  static constexpr Time longest_pause = 1'000'000'000;

 private:
  Time balance_ = 0;
  Time pause_ = 0, end_of_pause_ = 0;  // the last one
  bool paused_ = false;
};

}  // namespace holo
