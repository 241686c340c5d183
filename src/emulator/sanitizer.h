// sanitizer.h: functions that tell sanitizers what they cannot see. The sources of the emulator are
// compiled without sanitizers, so EMULATOR_ASAN and EMULATOR_TSAN say which one the program has
// (src/make/compile.mk).
#pragma once

#include <cstddef>

/// Under ThreadSanitizer two OS threads, the workers, run the blocks. Each has its own state.
#ifdef EMULATOR_TSAN
#define EMULATOR_OF_WORKER thread_local
#else
#define EMULATOR_OF_WORKER
#endif

extern "C" {
#ifdef EMULATOR_ASAN
void __sanitizer_start_switch_fiber(void** fake_stack, const void* bottom, std::size_t size);
void __sanitizer_finish_switch_fiber(void* fake_stack, const void** bottom, std::size_t* size);
void __sanitizer_print_stack_trace();
void __asan_poison_memory_region(const volatile void* p, std::size_t bytes);
void __asan_unpoison_memory_region(const volatile void* p, std::size_t bytes);
#endif
#ifdef EMULATOR_TSAN
void* __tsan_get_current_fiber();
void* __tsan_create_fiber(unsigned flags);
void __tsan_switch_to_fiber(void* fiber, unsigned flags);
void __tsan_acquire(void* address);
void __tsan_release(void* address);
#endif
}

namespace emulator {

/// Makes AddressSanitizer report every use of these bytes.
inline void forbid([[maybe_unused]] const void* p, [[maybe_unused]] std::size_t bytes) {
#ifdef EMULATOR_ASAN
  __asan_poison_memory_region(p, bytes);
#endif
}
inline void allow([[maybe_unused]] const void* p, [[maybe_unused]] std::size_t bytes) {
#ifdef EMULATOR_ASAN
  __asan_unpoison_memory_region(p, bytes);
#endif
}

/// Prints the functions that called this one, with lines if a sanitizer knows them.
inline void show_stack() {
#ifdef EMULATOR_ASAN
  __sanitizer_print_stack_trace();
#endif
}

/// Everything a thread did before release(token) happens before everything that a thread does after
/// acquire(token). ThreadSanitizer reports two conflicting accesses without such an order.
inline void release([[maybe_unused]] char& token) {
#ifdef EMULATOR_TSAN
  __tsan_release(&token);
#endif
}
inline void acquire([[maybe_unused]] char& token) {
#ifdef EMULATOR_TSAN
  __tsan_acquire(&token);
#endif
}

}  // namespace emulator
