// freed_memory.h: whether an answer keeps a reference into a vector that grows: it then reads and
// writes where the vector was.
#pragma once

#include <cstdlib>
#include <functional>
#include <vector>

#ifdef __GLIBC__
#include <malloc.h>
#endif

#include "exercises/support/check.h"

namespace project {

// While one lives, memory that is freed is filled with ones, which are NaN as a double: read as it
// was, it would often still have the right number. Only the C library of Linux can do this.
class FilledWhenFreed {
 public:
  FilledWhenFreed() { fill(0xff); }
  ~FilledWhenFreed() { fill(0); }
  FilledWhenFreed(const FilledWhenFreed&) = delete;
  FilledWhenFreed& operator=(const FilledWhenFreed&) = delete;

 private:
  static void fill([[maybe_unused]] int byte) {
#ifdef __GLIBC__
    mallopt(M_PERTURB, byte);
    // No block goes back to the system, where it could not be read.
    mallopt(M_MMAP_MAX, byte == 0 ? 65536 : 0);
    mallopt(M_TRIM_THRESHOLD, byte == 0 ? 128 << 10 : 1 << 30);
#endif
  }
};

// Each of these calculations is made again and again, each more often than those before it
// together, so that all of them meet a vector that grows. A reference gives other numbers only
// then: a few times, and the right ones again. Other mistakes give the same wrong numbers each
// time, or each time after the first, or others every time. Passes a check, or tells the mistake
// and returns false.
inline bool keeps_no_reference(
    Checks& checks, const std::vector<std::function<std::vector<double>()>>& calculations) {
  const FilledWhenFreed filled;
  bool kept = false;
  int times = 16;
  for (const auto& calculate : calculations) {
    int changes = 0;
    std::vector<double> before = calculate();
    for (int i = 0; i < times; ++i) {
      const std::vector<double> numbers = calculate();
      if (numbers != before) ++changes;
      before = numbers;
    }
    kept = kept || (changes > 1 && changes < times / 2);
    times *= 2;
  }
  checks.that("many numbers, one after the other", !kept,
              "a reference (for example Node&) into a list is kept while the list grows: push_back "
              "may move the whole list, and the reference then leads to where it was. Copy the "
              "numbers that you need before, or ask for list[place] again after it");
  return !kept;
}

}  // namespace project
