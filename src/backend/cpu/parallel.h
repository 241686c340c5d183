// parallel.h: loops that threads share. Only this file uses pragmas of OpenMP. Every CPU kernel
// runs its loop through parallel_for.
#pragma once

#include <atomic>

#include "backend/cpu/grain.h"
#include "backend/cpu/sharing_account.h"

namespace holo {

/// The number of threads that would share a loop now: num_threads(), or 1 inside a shared loop and
/// while sharing does not pay (sharing_account.h).
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
