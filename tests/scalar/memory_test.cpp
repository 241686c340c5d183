// memory_test.cpp: a training loop on a tape asks the system for nothing after its first step. What
// the system gave is read from glibc's allocator.
#include <doctest/doctest.h>

#include <cstddef>
#include <cstdlib>
#include <vector>

#include "holo/value.h"

#if defined(__GLIBC__) && defined(__GLIBC_PREREQ)
#if __GLIBC_PREREQ(2, 33)
#include <malloc.h>
#define HOLO_HAS_MALLINFO2
#endif
#endif

namespace memory_test {

using namespace holo;

namespace {

struct Memory {
  std::size_t from_system = 0, in_use = 0;  // bytes
};

// Zeros where nothing can be known: another C library, or a sanitizer's allocator.
Memory memory() {
#ifdef HOLO_HAS_MALLINFO2
  const auto info = mallinfo2();
  return {info.arena + info.hblkhd, info.uordblks + info.hblkhd};
#else
  return {};
#endif
}

// Eight numbers through two layers of eight; each step forgets its graph if it has a scope.
void step(std::vector<Value>& parameters, std::size_t i) {
  std::vector<Value> x;
  for (std::size_t j = 0; j < 8; ++j) x.emplace_back(0.1 * static_cast<double>(i % 7 + j));
  for (std::size_t layer = 0; layer < 2; ++layer) {
    std::vector<Value> y;
    for (std::size_t row = 0; row < 8; ++row) {
      y.push_back(tanh(dot({&parameters[64 * layer + 8 * row], 8}, x)));
    }
    x = y;
  }
  Tape::current().zero_grad();
  sum(x).backward();
  const auto data = Tape::current().data_of(parameters);
  const auto grad = Tape::current().grad_of(parameters);
  for (std::size_t p = 0; p < data.size(); ++p) data[p] -= 0.01 * grad[p];
}

std::vector<Value> make_parameters() {
  std::vector<Value> parameters;
  for (int i = 0; i < 128; ++i) parameters.emplace_back(0.01 * (i % 13 - 6));
  return parameters;
}

}  // namespace

TEST_CASE("memory: a loop with scopes asks the system for nothing after its first step") {
  {
    Tape tape;
    std::vector<Value> parameters = make_parameters();
    Memory first, middle;
    std::size_t nodes = tape.node_count(), bytes = tape.bytes(), wrong = 0;
    for (std::size_t i = 0; i < 200; ++i) {
      {
        const Tape::Scope scope;
        step(parameters, i);
      }
      wrong += tape.node_count() != nodes || tape.bytes() != bytes;
      if (i == 0) first = memory();
      if (i == 100) middle = memory();
    }
    const Memory last = memory();
    CHECK(wrong == 0);
    CHECK(last.from_system == first.from_system);
    CHECK(last.in_use == middle.in_use);  // the allocator keeps small blocks that it has given once
  }
}

}  // namespace memory_test
