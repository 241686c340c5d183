// launch.cpp: runs the blocks of a launch on the calling thread. Under ThreadSanitizer two workers
// take turns, because it sees a race between blocks only if two OS threads run them.
#include "emulator/launch.h"

#include <sched.h>
#include <cstdio>

#include <cstdint>
#include <mutex>
#include <numeric>
#include <thread>

#include "emulator/memory.h"

namespace emulator {
namespace {

std::mutex one_launch;  // a GPU runs the launches of a stream one after the other
Launch launch;

// The block that runs as number i. In random order we go through the blocks with a stride, from a
// different start in each launch. The stride and the number of blocks have no common divisor, so
// each block comes once.
unsigned block_in_order(unsigned i, unsigned blocks) {
  if (order() == Order::reverse) return blocks - 1 - i;
  if (order() == Order::forward) return i;
  const std::uint64_t random = launch.number * 0x9e3779b97f4a7c15u;
  std::uint64_t stride = random >> 40 | 1;
  while (std::gcd(stride, std::uint64_t{blocks}) != 1) stride += 2;
  return static_cast<unsigned>((i * stride + (random >> 8 & 0xffff)) % blocks);
}

// Runs the blocks first, first + step, ...
std::string run_blocks(unsigned first, unsigned step) {
  const dim3 grid = launch.grid;
  const unsigned blocks = grid.x * grid.y * grid.z;
  for (unsigned i = first; i < blocks; i += step) {
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

#ifdef EMULATOR_TSAN
constexpr unsigned workers = 2;
int ended[workers];
int launches = 0;
std::string problems[workers];
// The sanitizer sees only the beginning and the end of a launch. So for it the blocks of a launch
// have no order.
char begin_token, end_token;

void work(unsigned worker) {
  for (int done = 0;;) {
    while (__atomic_load_n(&launches, __ATOMIC_ACQUIRE) == done) sched_yield();
    ++done;
    acquire(begin_token);
    problems[worker] = run_blocks(worker, workers);
    release(end_token);
    __atomic_store_n(&ended[worker], done, __ATOMIC_RELEASE);
  }
}

std::string run_launch() {
  if (launches == 0) {
    for (unsigned worker = 0; worker < workers; ++worker) std::thread(work, worker).detach();
  }
  release(begin_token);
  const int number = __atomic_add_fetch(&launches, 1, __ATOMIC_RELEASE);
  for (const int& worker : ended) {
    while (__atomic_load_n(&worker, __ATOMIC_ACQUIRE) != number) sched_yield();
  }
  acquire(end_token);
  return problems[0].empty() ? problems[1] : problems[0];
}
#else
std::string run_launch() { return run_blocks(0, 1); }
#endif

}  // namespace

const char* name_of_launch() { return launch.name.c_str(); }

void check_pointer(const void* kernel, int argument, const void* pointer) {
  if (pointer == nullptr) return;
  const std::string problem = what_is_wrong(pointer, 0);
  if (problem.empty()) return;
  fail(name_of_kernel(kernel) + ": argument " + std::to_string(argument) + " has a pointer, " +
       text_of_address(pointer) + ", to " + problem + "; expected device memory");
}

void check_gaps(const void* kernel, int argument, const void* pointer) {
  if (pointer == nullptr) return;
  const std::string problem = what_was_written_around(pointer);
  if (problem.empty()) return;
  fail(name_of_kernel(kernel) + ": argument " + std::to_string(argument) + " points to " + problem);
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
  const std::string problem = run_launch();
  if (!problem.empty()) throw Error(launch.name + ": " + problem);
}

}  // namespace emulator
