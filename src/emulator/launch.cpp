// launch.cpp: runs the blocks of a launch on the calling thread.
#include "emulator/launch.h"

#include <cstdint>
#include <cstdio>
#include <mutex>
#include <numeric>

#include "emulator/memory.h"

namespace emulator {
namespace {

std::mutex one_launch;  // a GPU runs the launches of a stream one after the other
Launch launch;

// The block that runs as number i. In a random order we go through the blocks with a stride, from a
// different start in each launch. The stride and the number of blocks have no common divisor, so
// each block comes once.
unsigned block_in_order(unsigned i, unsigned blocks) {
  if (!random_order()) return i;
  const std::uint64_t random = launch.number * 0x9e3779b97f4a7c15u;
  std::uint64_t stride = random >> 40 | 1;
  while (std::gcd(stride, std::uint64_t{blocks}) != 1) stride += 2;
  return static_cast<unsigned>((i * stride + (random >> 8 & 0xffff)) % blocks);
}

std::string run_blocks() {
  const dim3 grid = launch.grid;
  const unsigned blocks = grid.x * grid.y * grid.z;
  for (unsigned i = 0; i < blocks; ++i) {
    const unsigned b = block_in_order(i, blocks);
    const std::string problem =
        block().run(launch, {b % grid.x, b / grid.x % grid.y, b / grid.x / grid.y});
    if (!problem.empty()) return problem;
  }
  return "";
}

std::string text_of_address(const void* p) {
  char text[32];
  std::snprintf(text, sizeof text, "%p", p);
  return text;
}

}  // namespace

void check_pointer(const void* kernel, int argument, const void* pointer) {
  if (pointer == nullptr) return;
  const std::string problem = what_is_wrong(pointer, 0);
  if (problem.empty()) return;
  fail(name_of_kernel(kernel) + ": argument " + std::to_string(argument) + " has a pointer, " +
       text_of_address(pointer) + ", to " + problem + "; expected device memory");
}

void run(dim3 grid, dim3 block, void (*body)(const void*), const void* arguments,
         const void* kernel) {
  const std::lock_guard lock(one_launch);
  static const void* last = nullptr;
  if (last != kernel) launch.name = name_of_kernel(kernel);
  last = kernel;
  launch.grid = grid;
  launch.block = block;
  launch.kernel = body;
  launch.arguments = arguments;
  ++launch.number;
  const Access access;
  const std::string problem = run_blocks();
  if (!problem.empty()) throw Error(launch.name + ": " + problem);
}

}  // namespace emulator
