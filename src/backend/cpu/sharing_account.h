// sharing_account.h: decides whether sharing loops among threads pays at the moment. It keeps an
// account, in nanoseconds, of the time that sharing saved and waiting cost.
//
// Threads that share a loop wait for the last one. On a busy machine one thread may be without a
// core for milliseconds, in a loop of microseconds. A sleeping thread needs up to 50 us to wake.
// The results are the same bits either way, so the calling thread may do any loop alone.
#pragma once

#include <cstdint>

namespace holo {

/// Each thread that shares loops has an account. Any clock that never goes back gives the times.
class SharingAccount {
 public:
  using Time = std::int64_t;  // nanoseconds

  /// Enters a shared loop of `threads` threads, the first of which was done at `first_done`. An
  /// overdrawn account pauses sharing.
  void enter(int threads, Time begin, Time first_done, Time end);

  /// True while loops should run on one thread, until resume() ends the pause.
  bool paused() const { return paused_; }
  /// Tells whether the pause is over.
  bool resume(Time now);

  static constexpr Time most = 2'000'000;  // the limit of credit and of debt
  static constexpr Time longest_pause = 1'000'000'000;

 private:
  Time balance_ = 0;
  Time pause_ = 0, end_of_pause_ = 0;  // the last one
  bool paused_ = false;
};

}  // namespace holo
