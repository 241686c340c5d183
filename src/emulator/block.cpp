// block.cpp: the life of a thread: not started, ready, waiting, returned. It also has the
// operations of several threads, and the report when all threads wait in vain.
#include "emulator/block.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <numeric>
#include <utility>

#include "emulator/launch.h"
#include "emulator/sanitizer.h"

namespace emulator {

const Thread* now = nullptr;

Block& block() {
  static Block& one = *new Block;  // lives until the program ends
  return one;
}

void barrier(Place place) { block().barrier(place); }

std::string Block::run(const Launch& launch, uint3 index) {
  prepare(launch, index);
  poison_shared();
  current_ = &os_thread_;
  Fiber& first = next_fiber();
  current_ = &first;
  os_thread_.switch_to(first);
  now = nullptr;
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
}

// Runs before each block that follows a block with barriers, and at the beginning of a launch.
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

// The work of each fiber: starts threads while some are left, then resumes threads that are ready,
// and ends the block after the last thread.
void Block::work() {
  for (;;) {
    while (started_ < threads_) run_thread(start_order_[started_++]);
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
  launch_->kernel(launch_->arguments);
  self.state = State::returned;
  --live_;
  if (live_ > 0 && arrived_ == live_) release_barrier();
}

// Gives the processor to another thread. Returns when this thread is resumed.
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
  if (random_order()) {
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
  if (++arrived_ == live_) release_barrier();
  wait();
}

void Block::release_barrier() {
  const Waiter* first = nullptr;
  for (unsigned number = 0; number < threads_; ++number) {
    const Waiter& waiter = waiters_[number];
    if (waiter.state != State::at_barrier) continue;
    if (first == nullptr) first = &waiter;
    if (!(waiter.place == first->place)) {
      stop("threads of a block at two barriers: " + text_of(*first) + ", " + text_of(waiter));
    }
    make_ready(number);
  }
  arrived_ = 0;
}

// Goes back to run(), which reports the problem. The fibers of this block are never resumed.
void Block::stop(const std::string& problem) {
  problem_ = problem;
  Fiber& self = *current_;
  current_ = &os_thread_;
  self.switch_to(os_thread_);
  std::abort();
}

// ---- shuffles: operations of all lanes of a warp. All lanes must reach the same line; then each
// lane gets its result. ----

std::uint64_t shuffle(unsigned mask, std::uint64_t value, int from, Place place) {
  return block().shuffle(mask, value, from, place);
}

std::uint64_t Block::shuffle(unsigned mask, std::uint64_t value, int from, Place place) {
  const unsigned number = now->number, warp = number / lanes_of_warp;
  Waiter& self = waiters_[number];
  self.from = from;
  self.value = value;
  self.place = place;
  self.state = State::at_warp;
  if (mask != ~0U || from < 0 || from >= static_cast<int>(lanes_of_warp)) {
    stop("a shuffle of some lanes; expected all lanes of the warp: " + text_of(self));
  }
  if (++lanes_arrived_[warp] == lanes_of_warp) finish_meeting(warp);
  wait();
  return self.result;
}

void Block::finish_meeting(unsigned warp) {
  Waiter* const lanes = waiters_ + warp * lanes_of_warp;
  for (unsigned lane = 0; lane < lanes_of_warp; ++lane) {
    if (!(lanes[lane].place == lanes[0].place)) {
      stop("lanes of one warp in two shuffles: " + text_of(lanes[0]) + ", " + text_of(lanes[lane]));
    }
    lanes[lane].result = lanes[lanes[lane].from].value;
    make_ready(warp * lanes_of_warp + lane);
  }
  lanes_arrived_[warp] = 0;
}

// ---- reports of problems, and the order in which threads run ----

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

// The report when all threads wait: the first one at each line, at most three.
std::string Block::deadlock() const {
  std::string text = "threads wait for one another forever";
  std::vector<Place> named;
  for (unsigned i = 0; i < threads_ && named.size() < 3; ++i) {
    const Waiter& waiter = waiters_[i];
    if (waiter.state == State::returned) continue;
    if (std::find(named.begin(), named.end(), waiter.place) != named.end()) continue;
    text +=
        (named.empty() ? ": " : "; ") + text_of(waiter) +
        (waiter.state == State::at_barrier ? " in __syncthreads" : " for the lanes of its warp");
    named.push_back(waiter.place);
  }
  return text + (live_ < threads_ ? "; other threads have returned" : "");
}

unsigned random_below(unsigned count) {
  static std::uint64_t state = 1;
  state = state * 6364136223846793005u + 1442695040888963407u;
  return static_cast<unsigned>((state >> 33) % count);
}

void put_in_order(unsigned* numbers, unsigned count) {
  std::iota(numbers, numbers + count, 0U);
  for (unsigned i = random_order() ? count : 0; i-- > 1;)
    std::swap(numbers[i], numbers[random_below(i + 1)]);
}

}  // namespace emulator
