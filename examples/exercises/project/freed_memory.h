// freed_memory.h: whether an answer uses memory that is freed: what a reference into a vector leads
// to once the vector has grown. Read as it was, such memory would often still have the right
// number. For one check.cpp, since operator new and delete of its program are here.
#pragma once

#include <signal.h>
#include <unistd.h>

#include <bit>
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <new>
#include <utility>
#include <vector>

#include "exercises/support/check.h"

// AddressSanitizer knows by itself.
#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define HOLO_ADDRESS_SANITIZER
#endif
#elif defined(__SANITIZE_ADDRESS__)
#define HOLO_ADDRESS_SANITIZER
#endif

namespace project {

// While one lives, what is freed is filled with NaN and kept. A vector that is read there seems to
// have many elements, at an address that no program has: before the program ends there, it prints
// the words by which AddressSanitizer calls such a mistake, and crash_cause of support/causes.sh
// knows them.
class FreedMemory {
 public:
  FreedMemory() {
    keeps = true;
#ifndef HOLO_ADDRESS_SANITIZER
    struct sigaction action = {};
    action.sa_sigaction = name_fault;
    action.sa_flags = SA_SIGINFO | static_cast<int>(SA_RESETHAND);
    for (int signal : {SIGSEGV, SIGBUS}) sigaction(signal, &action, nullptr);
#endif
  }
  ~FreedMemory() {
    keeps = false;
#ifndef HOLO_ADDRESS_SANITIZER
    for (int signal : {SIGSEGV, SIGBUS}) std::signal(signal, SIG_DFL);
#endif
    while (last != nullptr) std::free(std::exchange(last, last->before));
  }
  FreedMemory(const FreedMemory&) = delete;
  FreedMemory& operator=(const FreedMemory&) = delete;

  // A number that was calculated of what is there: NaN keeps these bits.
  static bool is_of(double number) {
    constexpr std::uint64_t kept = 0x0007ffff'00000000;
    return number != number && (std::bit_cast<std::uint64_t>(number) & kept) == (nan(0) & kept);
  }

  // Whether something was written there since.
  bool changed() const {
    for (Block* block = last; block != nullptr; block = block->before) {
      for (std::size_t i = 0; i < block->words; ++i) {
        if (block->word(i) != nan(i)) return true;
      }
    }
    return false;
  }

  // Stands before what operator new returns.
  struct alignas(std::max_align_t) Block {
    std::size_t words;
    Block* before;  // the one that was freed before this one
    std::uint64_t& word(std::size_t i) { return reinterpret_cast<std::uint64_t*>(this + 1)[i]; }
  };

  static void* taken(std::size_t size) {
    const std::size_t words = (size + 7) / 8;
    void* const memory = std::malloc(sizeof(Block) + 8 * words);
    if (memory == nullptr) throw std::bad_alloc();
    return new (memory) Block{words, nullptr} + 1;
  }

  static void give_back(void* memory) {
    if (memory == nullptr) return;
    Block* const block = static_cast<Block*>(memory) - 1;
    if (!keeps) return std::free(block);
    for (std::size_t i = 0; i < block->words; ++i) block->word(i) = nan(i);
    block->before = std::exchange(last, block);
  }

 private:
  // The next word is larger, as the end of a vector is than its beginning.
  static constexpr std::uint64_t nan(std::size_t word) {
    return 0x7ff8dead'00000000 + (static_cast<std::uint64_t>(word % 256) << 24);
  }

#ifndef HOLO_ADDRESS_SANITIZER
  // x86-64 does not say which address it was that no program has.
  static void name_fault(int, siginfo_t* info, void*) {
    const auto address = reinterpret_cast<std::uintptr_t>(info->si_addr);
    bool unknown = false;
#ifdef SI_KERNEL
    unknown = info->si_code == SI_KERNEL;
#endif
    if (!unknown && (static_cast<std::uint64_t>(address) >> 32 & 0xffff) != 0xdead) return;
    static constexpr char words[] = "heap-use-after-free\n";
    [[maybe_unused]] const auto written = write(STDERR_FILENO, words, sizeof words - 1);
  }
#endif
  static inline bool keeps = false;
  static inline Block* last = nullptr;
};

// `calculate` makes many numbers, by one operation at least as many as there were before, so that
// each operation meets a vector that grows, and returns what came out.
// Passes a check, or tells the mistake and returns false.
template <class Calculate>
bool keeps_no_reference(Checks& checks, const Calculate& calculate) {
  const FreedMemory freed;
  bool used = false;
  for (double number : calculate()) used = used || FreedMemory::is_of(number);
  used = used || freed.changed();
  checks.that("many numbers, one after the other", !used,
              "a reference (for example Node&) into a list is kept while the list grows: push_back "
              "may move the whole list, and the reference then leads to where it was. Copy the "
              "numbers that you need before, or ask for list[place] again after it");
  return !used;
}

}  // namespace project

#ifndef HOLO_ADDRESS_SANITIZER
[[gnu::noinline]] void* operator new(std::size_t size) { return project::FreedMemory::taken(size); }
[[gnu::noinline]] void operator delete(void* memory) noexcept {
  project::FreedMemory::give_back(memory);
}
[[gnu::noinline]] void operator delete(void* memory, std::size_t) noexcept {
  project::FreedMemory::give_back(memory);
}
#endif
