// parallel.h: loops that threads share; the only place with OpenMP's pragma. Every kernel of the
// CPU runs its loop through parallel_for.
#pragma once

#include <atomic>

#include "backend/cpu/grain.h"
#include "backend/cpu/sharing_account.h"

namespace holo {

/// How many threads would share a loop that begins now: num_threads(), or 1 inside of a shared loop
/// and while sharing does not pay, see sharing_account.h.
int threads_of_loop();

/// Whether a loop is done alone while sharing does not pay, in all threads; true at first. Tests of
/// what threads compute say false: next to a busy program they would see one thread only.
void set_sharing_pauses(bool pauses);

/// A loop that is being shared: measures it for the account of the calling thread.
class SharedLoop {
 public:
  explicit SharedLoop(Index count);
  ~SharedLoop();
  SharedLoop(const SharedLoop&) = delete;
  SharedLoop& operator=(const SharedLoop&) = delete;

  /// Called by each thread when its share is done.
  void share_done();

 private:
  const int shares_;
  const SharingAccount::Time begin_;
  std::atomic<SharingAccount::Time> first_done_ = 0;
};

/// task(i) for every i < count: by all threads, neighbours by the same one; or by this thread.
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

/// task(i) for every i < count, in any order, each by one thread; neighbours are done by the same
/// thread. For tasks that are worth a thread each.
/// REQUIRES: no task writes what another one reads or writes; none throws.
template <class Task>
void parallel_tasks(Index count, const Task& task) {
  for_each_task(count, count > 1 && threads_of_loop() > 1, task);
}

/// The same when `work` says how much all of it is, in elements of a simple loop: below
/// grain::elements the calling thread does it alone, since waking others would take longer.
template <class Body>
void parallel_for(Index count, Index work, const Body& body) {
  for_each_task(count, work >= grain::elements && count > 1 && threads_of_loop() > 1, body);
}

/// task(first, size) for ranges that are `count` elements of a simple loop together: one range
/// below grain::elements, else pieces that stay in the first cache.
template <class Task>
void parallel_ranges(Index count, const Task& task) {
  constexpr Index piece = 2048;
  if (count < grain::elements) return task(0, count);
  parallel_tasks((count + piece - 1) / piece, [&](Index i) {
    task(i * piece, i * piece + piece <= count ? piece : count - i * piece);
  });
}

}  // namespace holo
