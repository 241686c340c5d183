// parallel.h: loops that threads share. Only this file uses pragmas of OpenMP. Every CPU kernel
// runs its loop through parallel_for.
#pragma once

#include <atomic>
#include <cstdint>

#include "holo/shape.h"

namespace holo {

/// The least work that is worth sharing among threads. A kernel with less work runs on the calling
/// thread only.
///
/// An OpenMP region costs 0.5 us while its threads still spin, and up to 50 us if they sleep. An
/// element of a simple loop takes from 0.1 ns (in cache) to 0.5 ns, an exponential 0.3 ns. So
/// 20,000 elements take 2 to 10 us, which is enough to share. A matrix product does 50
/// multiply-adds a nanosecond; 150,000 take 3 us.
namespace grain {

inline constexpr Index elements = 20000;        // in an elementwise kernel, a norm or a softmax
inline constexpr Index multiply_adds = 150000;  // in a matrix product or in attention

/// Reductions and long loops work in chunks of this many elements, whatever the number of threads,
/// so that the order of each sum is fixed.
inline constexpr Index chunk = 4096;

}  // namespace grain

/// Decides whether it pays now to share loops among threads. It keeps an account, in nanoseconds,
/// of the time that sharing saved and that waiting cost. Each thread that shares loops has an
/// account. Any clock that never goes back gives its times.
///
/// Threads that share a loop wait for the last one. On a busy machine a thread may wait
/// milliseconds for a core, in a loop of microseconds. A sleeping thread needs up to 50 us to wake
/// up. The results are the same bits either way, so the calling thread may run any loop alone.
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

/// The number of threads that would share a loop now: num_threads(), or 1 inside a shared loop and
/// while sharing does not pay.
int threads_of_loop();

/// Sets, for all threads, whether loops run on one thread while sharing does not pay; initially
/// true. Tests of threads set false, because beside a busy program they would use only one thread.
void set_sharing_pauses(bool pauses);

/// Measures a shared loop, for the account of the calling thread.
class SharedLoop {
 public:
  explicit SharedLoop(Index count);
  ~SharedLoop();
  SharedLoop(const SharedLoop&) = delete;
  SharedLoop& operator=(const SharedLoop&) = delete;

  /// Each thread calls it when its part is done.
  void share_done();

 private:
  const int shares_;
  const SharingAccount::Time begin_;
  std::atomic<SharingAccount::Time> first_done_ = 0;
};

/// Calls task(i) for every i < count, on all threads, with neighbours on the same thread, or on
/// this thread only.
template <class Task>
void for_each_task(Index count, bool shared, const Task& task) {
  if (!shared) {
    for (Index i = 0; i < count; ++i) task(i);
    return;
  }
  SharedLoop loop(count);
#pragma omp parallel
  {
#pragma omp for schedule(static) nowait
    for (Index i = 0; i < count; ++i) task(i);
    loop.share_done();
  }
}

/// Calls task(i) for every i < count, in any order, with neighbours on the same thread. Use it if
/// each task is worth a thread.
/// REQUIRES: no task writes what another task reads or writes; none throws.
template <class Task>
void parallel_tasks(Index count, const Task& task) {
  for_each_task(count, count > 1 && threads_of_loop() > 1, task);
}

/// Calls body(i) for every i < count. `work` is the whole work, in elements of a simple loop. Below
/// grain::elements only the calling thread works, because waking others would take longer.
template <class Body>
void parallel_for(Index count, Index work, const Body& body) {
  for_each_task(count, work >= grain::elements && count > 1 && threads_of_loop() > 1, body);
}

/// Calls task(first, size) for ranges that cover `count` elements of a simple loop. Below
/// grain::elements there is one range; otherwise ranges fit the L1 cache.
template <class Task>
void parallel_ranges(Index count, const Task& task) {
  constexpr Index piece = 2048;
  if (count < grain::elements) return task(0, count);
  parallel_tasks((count + piece - 1) / piece, [&](Index i) {
    task(i * piece, i * piece + piece <= count ? piece : count - i * piece);
  });
}

}  // namespace holo
