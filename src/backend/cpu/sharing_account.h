// sharing_account.h: decides whether it pays now to share loops among threads. It keeps an account,
// in nanoseconds, of the time that sharing saved and that waiting cost.
//
// Threads that share a loop wait for the last one. On a busy machine a thread may wait milliseconds
// for a core, in a loop of microseconds. A sleeping thread needs up to 50 us to wake up. The
// results are the same bits either way, so the calling thread may run any loop alone.
#pragma once

#include <cstdint>

namespace holo {

/// Each thread that shares loops has an account. Any clock that never goes back gives its times.
class SharingAccount {
 public:
  using Time = std::int64_t;  // nanoseconds

  /// Adds a shared loop of `threads` threads to the account. The first thread was done at
  /// `first_done`. An overdrawn account pauses sharing.
  void enter(int threads, Time begin, Time first_done, Time end);

  /// True while loops should run on one thread, until resume() ends the pause.
  bool paused() const { return paused_; }
  /// Tells whether the pause is over.
  bool resume(Time now);

  static constexpr Time most = 2'000'000;  // the limit of credit and of debt
  static constexpr Time longest_pause = 1'000'000'000;

 private:
  Time balance_ = 0;
  Time pause_ = 0, end_of_pause_ = 0;  // the last pause
  bool paused_ = false;
};

}  // namespace holo
