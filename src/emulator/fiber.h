// fiber.h: a fiber is a stack with its registers. One OS thread runs many fibers, one at a time.
// Each runs until it switches to another. AddressSanitizer is told of each switch.
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
  /// The calling OS thread, on the stack that it has.
  Fiber() = default;
  /// A new stack, on which `entry` begins at the first switch; `entry` must never return. `number`
  /// decides where in a page it begins, so that fibers do not use the same cache lines.
  Fiber(void (*entry)(), std::size_t number);
  ~Fiber();
  Fiber(const Fiber&) = delete;
  Fiber& operator=(const Fiber&) = delete;

  /// Switches from this fiber, which is running, to another.
  void switch_to(Fiber& next);
  /// `entry` must first call this function.
  static void arrived();
  /// Forgets the work of the fiber, which will begin again in `entry`.
  void restart();

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
};

}  // namespace emulator
