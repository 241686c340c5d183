// report.cpp: the texts of what is wrong, and the orders in which threads run.
#include <cstdio>
#include <utility>

#include "emulator/block.h"

namespace emulator {

void say(const std::string& what) {
  std::fprintf(stderr, "emulator: %s\n", what.c_str());
  show_stack();
}

void fail(const std::string& what) {
  show_stack();
  throw Error(what);
}

std::string text_of(const Waiter& waiter) {
  const uint3 t = waiter.info.thread, b = waiter.info.block;
  char text[400];
  std::snprintf(text, sizeof text, "thread (%u,%u,%u) of block (%u,%u,%u) at %s:%d", t.x, t.y, t.z,
                b.x, b.y, b.z, waiter.place.file, waiter.place.line);
  return text;
}

// Which threads are missing where this thread waits.
std::string Block::missing_for(const Waiter& waiter) const {
  if (waiter.state == State::at_barrier) return " waits in __syncthreads for all threads";
  const unsigned first = waiter.info.number / lanes_of_warp * lanes_of_warp;
  for (unsigned lane = 0; lane < lanes_of_warp; ++lane) {
    if ((waiter.mask >> lane & 1) == 0) continue;
    const std::string named = " waits for lane " + std::to_string(lane) + " of its mask, ";
    if (first + lane >= threads_) return named + "which the block does not have";
    const State state = waiters_[first + lane].state;
    if (state == State::returned) return named + "which has returned";
    if (state == State::at_barrier) return named + "which waits in __syncthreads";
  }
  return " waits for the other lanes of its mask";
}

// All threads wait: one for each line, three at most.
std::string Block::deadlock() const {
  std::string text = "threads wait for one another forever: ";
  const Waiter* named[3] = {};
  int count = 0;
  for (unsigned i = 0; i < threads_ && count < 3; ++i) {
    const Waiter& waiter = waiters_[i];
    if (waiter.state == State::returned) continue;
    bool again = false;
    for (int k = 0; k < count; ++k) again = again || named[k]->place == waiter.place;
    if (again) continue;
    text += (count == 0 ? "" : "; ") + text_of(waiter) + missing_for(waiter);
    named[count++] = &waiter;
  }
  return text;
}

unsigned random_below(unsigned count) {
  static EMULATOR_OF_WORKER std::uint64_t state = 1;
  state = state * 6364136223846793005u + 1442695040888963407u;
  return static_cast<unsigned>((state >> 33) % count);
}

void put_in_order(unsigned* numbers, unsigned count) {
  for (unsigned i = 0; i < count; ++i) numbers[i] = order() == Order::reverse ? count - 1 - i : i;
  if (order() != Order::random) return;
  for (unsigned i = count; i-- > 1;) std::swap(numbers[i], numbers[random_below(i + 1)]);
}

}  // namespace emulator
