// block.cpp: the life of a thread: born, ready, waiting, returned.
#include "emulator/block.h"

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "emulator/symbols.h"

namespace emulator {

EMULATOR_OF_WORKER const Thread* now = nullptr;

Block& block() {
  static EMULATOR_OF_WORKER Block& of_worker = *new Block;  // until the program ends
  return of_worker;
}

void barrier(Place place) { block().barrier(place); }

std::string Block::run(const Launch& launch, uint3 index) {
  prepare(launch, index);
  acquire(end_);
  poison_shared();
  release(begin_);
  current_ = &os_thread_;
  Fiber& first = next_fiber();
  current_ = &first;
  os_thread_.switch_to(first);
  now = nullptr;
  acquire(end_);
  if (!problem_.empty()) {
    for (const auto& fiber : fibers_) fiber->restart();
  }
  return std::exchange(problem_, "");
}

void Block::prepare(const Launch& launch, uint3 index) {
  launch_ = &launch;
  index_ = index;
  threads_ = live_ = launch.block.x * launch.block.y * launch.block.z;
  started_ = arrived_ = ready_head_ = ready_count_ = 0;
  used_fibers_ = 0;
  for (unsigned i = 0; i < threads_; ++i) waiters_[i].state = State::not_started;
  std::fill_n(lanes_arrived_, most_threads / lanes_of_warp, 0u);
  put_in_order(start_order_, threads_);
  os_thread_.is_this_thread();
#ifdef EMULATOR_TSAN
  // All of them from here: a context of the sanitizer inherits what its maker has seen.
  while (used_fibers_ < threads_) next_fiber();
  used_fibers_ = 0;
#endif
}

// Before each block that comes after one with barriers, and at the begin of a launch.
void Block::poison_shared() {
  if (!shared_used_ && poisoned_for_ == launch_->number) return;
  poison_shared_variables();
  shared_used_ = false;
  poisoned_for_ = launch_->number;
}

Fiber& Block::next_fiber() {
  if (used_fibers_ == fibers_.size()) {
    fibers_.push_back(std::make_unique<Fiber>(enter, fibers_.size()));
  }
  return *fibers_[used_fibers_++];
}

void Block::enter() {
  Fiber::arrived();
  block().work();
}

// What each fiber does: it begins threads while there are some, then goes on with those that are
// ready, and ends the block after the last one.
void Block::work() {
  for (;;) {
    while (started_ < threads_) {
      run_thread(start_order_[started_++]);
#ifdef EMULATOR_TSAN
      if (started_ < threads_) wait();  // each thread has a fiber of its own
#endif
    }
    if (live_ > 0) {
      wait();
    } else {
      Fiber& self = *current_;
      current_ = &os_thread_;
      self.switch_to(os_thread_);
    }
  }
}

void Block::run_thread(unsigned number) {
  Waiter& self = waiters_[number];
  const dim3 size = launch_->block;
  self.info = {{number % size.x, number / size.x % size.y, number / (size.x * size.y)},
               index_,
               size,
               number};
  self.fiber = current_;
  self.state = State::ready;
  now = &self.info;
  acquire(begin_);
  launch_->kernel(launch_->arguments);
  release(end_);
  self.state = State::returned;
  --live_;
  if (live_ > 0 && arrived_ == live_) release_barrier();
}

// Gives the processor to another thread; returns when the one that called is resumed.
void Block::wait() {
  if (started_ < threads_) {
    Fiber& self = *current_;
    current_ = &next_fiber();
    self.switch_to(*current_);
  } else {
    if (ready_count_ == 0) stop(deadlock());
    resume(take_ready());
  }
}

void Block::resume(unsigned number) {
  Fiber& self = *current_;
  current_ = waiters_[number].fiber;
  now = &waiters_[number].info;
  self.switch_to(*current_);
}

void Block::make_ready(unsigned number) {
  waiters_[number].state = State::ready;
  ready_[(ready_head_ + ready_count_++) % most_threads] = number;
}

unsigned Block::take_ready() {
  if (order() == Order::random) {
    const unsigned other = (ready_head_ + random_below(ready_count_)) % most_threads;
    std::swap(ready_[ready_head_], ready_[other]);
  }
  const unsigned number = ready_[ready_head_];
  ready_head_ = (ready_head_ + 1) % most_threads;
  --ready_count_;
  return number;
}

void Block::barrier(Place place) {
  Waiter& self = waiters_[now->number];
  self.place = place;
  self.state = State::at_barrier;
  shared_used_ = true;
  char& token = barrier_[barriers_ % 2];
  release(token);
  if (++arrived_ == live_) release_barrier();
  wait();
  acquire(token);
}

void Block::release_barrier() {
  const Waiter* first = nullptr;
  for (unsigned i = 0; i < threads_; ++i) {
    const unsigned number = order() == Order::reverse ? threads_ - 1 - i : i;
    const Waiter& waiter = waiters_[number];
    if (waiter.state != State::at_barrier) continue;
    if (first == nullptr) first = &waiter;
    if (!(waiter.place == first->place)) {
      stop("threads of a block at two barriers: " + text_of(*first) + ", " + text_of(waiter));
    }
    make_ready(number);
  }
  arrived_ = 0;
  ++barriers_;
}

// Back to run(), which tells it; the fibers of this block are not resumed any more.
void Block::stop(const std::string& problem) {
  problem_ = problem;
  Fiber& self = *current_;
  current_ = &os_thread_;
  self.switch_to(os_thread_);
  std::abort();
}

}  // namespace emulator
