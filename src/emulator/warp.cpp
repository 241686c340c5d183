// warp.cpp: what the lanes of a warp do together. All lanes of the mask must come to the same line
// with the same mask; then each gets its result.
#include <utility>

#include "emulator/block.h"

namespace emulator {

std::uint64_t warp(WarpOp op, unsigned mask, std::uint64_t value, int from, Place place) {
  return block().warp(op, mask, value, from, place);
}

std::uint64_t Block::warp(WarpOp op, unsigned mask, std::uint64_t value, int from, Place place) {
  const unsigned number = now->number, w = number / lanes_of_warp, lane = number % lanes_of_warp;
  Waiter& self = waiters_[number];
  self.place = place;
  self.op = op;
  self.mask = mask;
  self.from = from;
  self.value = value;
  self.state = State::at_warp;
  if (op == WarpOp::sync) shared_used_ = true;
  if ((mask >> lane & 1) == 0) stop("its own lane is not in the mask: " + text_of(self));
  char& token = warp_[w][warps_[w] % 2];
  release(token);
  ++lanes_arrived_[w];
  if (lanes_arrived_[w] >= static_cast<unsigned>(__builtin_popcount(mask))) finish_warp(number);
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

bool Block::finish_warp(unsigned number) {
  if (!complete(number)) return false;
  const Waiter& self = waiters_[number];
  const unsigned w = number / lanes_of_warp, first = w * lanes_of_warp;
  std::uint64_t votes = 0;
  for (unsigned lane = 0; lane < lanes_of_warp; ++lane) {
    if ((self.mask >> lane & 1) == 0) continue;
    const Waiter& other = waiters_[first + lane];
    if (other.op != self.op || other.mask != self.mask || !(other.place == self.place)) {
      stop("lanes of one mask in two operations: " + text_of(self) + ", " + text_of(other));
    }
    if (other.op == WarpOp::shuffle && (self.mask >> other.from & 1) == 0) {
      stop("a shuffle from a lane that is not in the mask: " + text_of(other));
    }
    votes |= (other.value & 1) << lane;
  }
  for (unsigned i = 0; i < lanes_of_warp; ++i) {
    const unsigned lane = order() == Order::reverse ? lanes_of_warp - 1 - i : i;
    if ((self.mask >> lane & 1) == 0) continue;
    Waiter& other = waiters_[first + lane];
    const unsigned from = first + static_cast<unsigned>(other.from);
    other.result = other.op == WarpOp::shuffle ? waiters_[from].value : votes;
    make_ready(first + lane);
  }
  ++warps_[w];
  lanes_arrived_[w] -= static_cast<unsigned>(__builtin_popcount(self.mask));
  return true;
}

unsigned Block::active_lanes() const {
  const unsigned first = now->number / lanes_of_warp * lanes_of_warp;
  unsigned mask = 0;
  for (unsigned lane = 0; lane < lanes_of_warp && first + lane < threads_; ++lane) {
    if (waiters_[first + lane].state != State::returned) mask |= 1u << lane;
  }
  return mask;
}

}  // namespace emulator
