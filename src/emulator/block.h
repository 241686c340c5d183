// block.h: the scheduler, which runs each thread of a block until it waits or returns. As long as
// no thread waits, one fiber runs all threads, so a kernel without barriers is a plain loop.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "emulator/emulator.h"
#include "emulator/fiber.h"
#include "emulator/settings.h"

namespace emulator {

constexpr unsigned most_threads = 1024;

/// A launch: kernel(arguments) for each thread of each block.
struct Launch {
  dim3 grid, block;
  void (*kernel)(const void* arguments);
  const void* arguments;
  std::string name;
  unsigned long number;  // counts launches, from 1
};

/// The state of a thread of the block, and what the thread waits for.
enum class State : unsigned char { not_started, ready, at_barrier, at_warp, returned };
struct Waiter {
  Thread info;
  State state;
  Place place;
  Fiber* fiber;
  // for shuffles
  int from;
  std::uint64_t value, result;
};

/// The running block.
class Block {
 public:
  /// Runs all threads of a block. Returns the problem of the kernel, or "" if there is none.
  std::string run(const Launch& launch, uint3 index);

  void barrier(Place place);
  std::uint64_t shuffle(unsigned mask, std::uint64_t value, int from, Place place);

 private:
  void prepare(const Launch& launch, uint3 index);
  void poison_shared();
  static void enter();
  [[noreturn]] void work();
  void run_thread(unsigned number);
  void wait();
  void resume(unsigned number);
  void make_ready(unsigned number);
  unsigned take_ready();
  Fiber& next_fiber();
  void release_barrier();
  void finish_meeting(unsigned warp);
  [[noreturn]] void stop(const std::string& problem);
  std::string deadlock() const;

  const Launch* launch_ = nullptr;
  uint3 index_{};
  unsigned threads_ = 0, started_ = 0, live_ = 0, arrived_ = 0;
  unsigned lanes_arrived_[most_threads / lanes_of_warp];
  Waiter waiters_[most_threads];
  unsigned start_order_[most_threads];  // the order of the threads
  unsigned ready_[most_threads];        // a ring buffer
  unsigned ready_head_ = 0, ready_count_ = 0;
  Fiber* current_ = nullptr;
  Fiber os_thread_;
  std::vector<std::unique_ptr<Fiber>> fibers_;
  std::size_t used_fibers_ = 0;
  bool shared_used_ = true;         // a barrier has passed since shared memory was poisoned
  unsigned long poisoned_for_ = 0;  // number of a launch
  std::string problem_;
};

/// The block that runs.
Block& block();

/// A thread as reports show it: its indices and its line.
std::string text_of(const Waiter& waiter);

/// Writes the numbers 0 to count - 1, in the order that settings.h selects.
void put_in_order(unsigned* numbers, unsigned count);
/// A random number below `count`. The sequence is the same in all runs.
unsigned random_below(unsigned count);

}  // namespace emulator
