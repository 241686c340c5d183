// parallel_test.cpp: each task runs once, whichever thread does it; and when sharing loops costs
// more than it saves, the calling thread does them alone for a while.
#include "backend/cpu/parallel.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <chrono>
#include <thread>
#include <vector>

#include "holo/threads.h"

namespace parallel_test {
namespace {

using namespace holo;
using Time = SharingAccount::Time;

constexpr Time microsecond = 1000, millisecond = 1000 * microsecond;

// A clock that only loops move on: those of a program that does nothing else, with two threads.
struct Program {
  SharingAccount account;
  Time now = 5000 * millisecond;
  int shared = 0, alone = 0;

  // A loop of two shares, `share` each; sharing it, both wait `wait` for the last one.
  void loop(Time share, Time wait) {
    if (account.paused() && !account.resume(now)) {
      ++alone;
      now += 2 * share;
      return;
    }
    ++shared;
    account.enter(2, now, now + share, now + share + wait);
    now += share + wait;
  }
  // Such loops, until `time` has passed.
  void loops(Time time, Time share, Time wait) {
    for (const Time end = now + time; now < end;) loop(share, wait);
  }
};

// In bin/tests and bin/races, of which this file is a part, loops never pause to be shared: tests
// of threads have threads, however busy the machine is.
const bool always_shared = (set_sharing_pauses(false), true);

std::vector<int> threads_to_try() { return {1, 2, 5}; }

}  // namespace

TEST_CASE("parallel loops: each task once, for any number of threads") {
  const int before = num_threads();
  for (const int threads : threads_to_try()) {
    set_num_threads(threads);
    for (const Index count : {0, 1, 2, 7, 1000}) {
      const std::vector<int> once(static_cast<std::size_t>(count), 1);
      std::vector<int> tasks(once.size());
      parallel_tasks(count, [&](Index i) { ++tasks[static_cast<std::size_t>(i)]; });
      CHECK(tasks == once);
    }
  }
  set_num_threads(before);
}

TEST_CASE("parallel loops: a loop inside of a shared one is done by the thread that is there") {
  const int before = num_threads();
  for (const int threads : threads_to_try()) {
    set_num_threads(threads);
    const bool can_share = num_threads() > 1;
    std::vector<int> inner(64), threads_there(8);
    parallel_tasks(8, [&](Index i) {
      threads_there[static_cast<std::size_t>(i)] = can_share ? threads_of_loop() : 1;
      parallel_tasks(8, [&](Index j) { ++inner[static_cast<std::size_t>(8 * i + j)]; });
    });
    CHECK(inner == std::vector<int>(64, 1));
    CHECK(threads_there == std::vector<int>(8, 1));
  }
  set_num_threads(before);
}

TEST_CASE("parallel loops: the ranges of a loop are all of it, each element once") {
  const int before = num_threads();
  for (const int threads : threads_to_try()) {
    set_num_threads(threads);
    for (const Index count :
         {Index{0}, Index{5}, grain::elements - 1, grain::elements, 3 * grain::elements + 1}) {
      std::vector<int> elements(static_cast<std::size_t>(count));
      parallel_ranges(count, [&](Index first, Index size) {
        for (Index i = first; i < first + size; ++i) ++elements[static_cast<std::size_t>(i)];
      });
      CHECK(std::count(elements.begin(), elements.end(), 1) == count);
    }
  }
  set_num_threads(before);
}

TEST_CASE(
    "parallel loops: after a stall they are done alone, but in tests they are shared always") {
  const int before = num_threads();
  set_num_threads(2);
  if (num_threads() == 2) {
    parallel_tasks(2, [](Index i) {
      if (i == 1) std::this_thread::sleep_for(std::chrono::milliseconds(200));
    });
    CHECK(threads_of_loop() == 2);
    set_sharing_pauses(true);
    CHECK(threads_of_loop() == 1);
    set_sharing_pauses(false);
    CHECK(threads_of_loop() == 2);
  }
  set_num_threads(before);
}

TEST_CASE("parallel loops: little work stays on the calling thread, in order") {
  std::vector<Index> order;
  parallel_for(5, grain::elements - 1, [&](Index i) { order.push_back(i); });
  CHECK(order == std::vector<Index>{0, 1, 2, 3, 4});
}

TEST_CASE("sharing account: a long stall pauses sharing for ten times as long") {
  Program program;
  program.loops(100 * millisecond, 50 * microsecond, 0);
  program.loop(50 * microsecond, 24 * millisecond);
  CHECK(program.account.paused());
  const Time debt = 24 * millisecond - 50 * microsecond - SharingAccount::most;
  CHECK_FALSE(program.account.resume(program.now + 10 * debt - 1));
  CHECK(program.account.resume(program.now + 10 * debt));
  CHECK_FALSE(program.account.paused());
}

TEST_CASE("sharing account: when the stalls are over, loops are shared again") {
  Program program;
  program.loops(10'000 * millisecond, 10 * microsecond, 24 * millisecond);
  program.loops(2 * SharingAccount::longest_pause, 10 * microsecond, 0);
  program.alone = 0;
  program.loops(1000 * millisecond, 10 * microsecond, 0);
  CHECK(program.alone == 0);
  // Much later a single stall costs a short pause, as the first one did.
  program.loops(10'000 * millisecond, 10 * microsecond, 0);
  program.loop(10 * microsecond, 5 * millisecond);
  CHECK(program.account.paused());
  CHECK(program.account.resume(program.now + 50 * millisecond));
}

}  // namespace parallel_test
