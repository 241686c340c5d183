// sanitizer.h: functions that tell AddressSanitizer what it cannot see. The sources of the emulator
// are compiled without sanitizers, so EMULATOR_ASAN says that the program has it
// (src/make/compile.mk).
#pragma once

#include <cstddef>

#ifdef EMULATOR_ASAN
extern "C" {
void __sanitizer_start_switch_fiber(void** fake_stack, const void* bottom, std::size_t size);
void __sanitizer_finish_switch_fiber(void* fake_stack, const void** bottom, std::size_t* size);
void __sanitizer_print_stack_trace();
void __asan_poison_memory_region(const volatile void* p, std::size_t bytes);
void __asan_unpoison_memory_region(const volatile void* p, std::size_t bytes);
}
#endif

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

}  // namespace emulator
