// warp.cpp: shuffles, what the lanes of a warp do together. All lanes of the mask must come to the
// same line with the same mask; then each gets its result.
#include "emulator/block.h"

namespace emulator {

std::uint64_t shuffle(unsigned mask, std::uint64_t value, int from, Place place) {
  return block().shuffle(mask, value, from, place);
}

std::uint64_t Block::shuffle(unsigned mask, std::uint64_t value, int from, Place place) {
  const unsigned number = now->number, w = number / lanes_of_warp, lane = number % lanes_of_warp;
  Waiter& self = waiters_[number];
  self.from = from;
  self.value = value;
  self.place = place;
  self.mask = mask;
  self.state = State::at_warp;
  if ((mask >> lane & 1) == 0) stop("its own lane is not in the mask: " + text_of(self));
  char& token = warp_[w][warps_[w] % 2];
  release(token);
  ++lanes_arrived_[w];
  if (lanes_arrived_[w] >= static_cast<unsigned>(__builtin_popcount(mask))) finish_meeting(number);
  wait();
  acquire(token);
  return self.result;
}

// True when every lane of the mask waits for this operation. Stops when one never will.
bool Block::complete(unsigned number) const {
  const Waiter& self = waiters_[number];
  const unsigned first = number / lanes_of_warp * lanes_of_warp;
  for (unsigned lane = 0; lane < lanes_of_warp; ++lane) {
    if ((self.mask >> lane & 1) == 0) continue;
    if (first + lane >= threads_ || waiters_[first + lane].state != State::at_warp) return false;
  }
  return true;
}

void Block::finish_meeting(unsigned number) {
  if (!complete(number)) return;
  const Waiter& self = waiters_[number];
  const unsigned w = number / lanes_of_warp, first = w * lanes_of_warp;
  for (unsigned lane = 0; lane < lanes_of_warp; ++lane) {
    if ((self.mask >> lane & 1) == 0) continue;
    const Waiter& other = waiters_[first + lane];
    if (other.mask != self.mask || !(other.place == self.place)) {
      stop("lanes of one mask in two shuffles: " + text_of(self) + ", " + text_of(other));
    }
    if ((self.mask >> other.from & 1) == 0) {
      stop("a shuffle from a lane that is not in the mask: " + text_of(other));
    }
  }
  for (unsigned i = 0; i < lanes_of_warp; ++i) {
    const unsigned lane = order() == Order::reverse ? lanes_of_warp - 1 - i : i;
    if ((self.mask >> lane & 1) == 0) continue;
    Waiter& other = waiters_[first + lane];
    const unsigned from = first + static_cast<unsigned>(other.from);
    other.result = waiters_[from].value;
    make_ready(first + lane);
  }
  ++warps_[w];
  lanes_arrived_[w] -= static_cast<unsigned>(__builtin_popcount(self.mask));
}

}  // namespace emulator
