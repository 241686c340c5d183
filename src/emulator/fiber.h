// fiber.h: a fiber is a stack and the registers that belong to it. One OS thread runs many of them,
// one at a time; each runs until it switches to another. Each switch is announced to the
// sanitizers.
#pragma once

#include <cstddef>

#if !defined(__x86_64__) || !defined(__linux__) || defined(EMULATOR_UCONTEXT)
#define EMULATOR_HAS_UCONTEXT 1
#ifdef __APPLE__
#define _XOPEN_SOURCE 600
#endif
#include <ucontext.h>
#else
#define EMULATOR_HAS_UCONTEXT 0
#endif

namespace emulator {

class Fiber {
 public:
  /// The OS thread that calls, on the stack that it has.
  Fiber() = default;
  /// A stack of its own, on which `entry` begins at the first switch; it must never return. Fibers
  /// with other numbers begin at other places of a page: else all use the same lines of the cache.
  Fiber(void (*entry)(), std::size_t number);
  ~Fiber();
  Fiber(const Fiber&) = delete;
  Fiber& operator=(const Fiber&) = delete;

  /// Leaves this one, which runs, for another.
  void switch_to(Fiber& next);
  /// To be called first in `entry`.
  static void arrived();
  /// What the fiber did is forgotten: it will begin again in `entry`.
  void restart();
  /// The OS thread that runs now is this fiber. Needed once a run, by ThreadSanitizer.
  void is_this_thread();

 private:
  void* stack_ = nullptr;  // its lowest address
  std::size_t stack_bytes_ = 0;
  std::size_t offset_ = 0;
  void (*entry_)() = nullptr;
#if EMULATOR_HAS_UCONTEXT
  ucontext_t context_;
#else
  void* stack_pointer_ = nullptr;
#endif
  [[maybe_unused]] void* fake_stack_ = nullptr;  // of AddressSanitizer
  [[maybe_unused]] void* context_of_tsan_ = nullptr;
};

}  // namespace emulator
