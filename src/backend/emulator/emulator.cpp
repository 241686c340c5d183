// cuda_emulator.cpp: fibers and their scheduler. Compiled without sanitizers: it only tells them
// which fiber runs and what waits for what (EMULATOR_ASAN, EMULATOR_TSAN).
#include "backend/emulator/emulator.h"

#include <pthread.h>
#include <sys/mman.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#if !defined(__x86_64__) || defined(EMULATOR_UCONTEXT)
#include <ucontext.h>
#define EMULATOR_HAS_UCONTEXT 1
#else
#define EMULATOR_HAS_UCONTEXT 0
#endif

extern "C" {
#ifdef EMULATOR_ASAN
void __sanitizer_start_switch_fiber(void** fake_stack, const void* bottom, std::size_t size);
void __sanitizer_finish_switch_fiber(void* fake_stack, const void** bottom, std::size_t* size);
#endif
#ifdef EMULATOR_TSAN
void* __tsan_get_current_fiber(void);
void* __tsan_create_fiber(unsigned flags);
void __tsan_destroy_fiber(void* fiber);
void __tsan_switch_to_fiber(void* fiber, unsigned flags);
void __tsan_acquire(void* address);
void __tsan_release(void* address);
#endif
}

namespace emulator {
namespace {

constexpr std::size_t stack_size = 256 << 10;

enum class State : unsigned char { idle, ready, at_barrier, at_warp };
enum class Life : unsigned char { unborn, alive, ended };

struct Fiber {
#if EMULATOR_HAS_UCONTEXT
  ucontext_t context;
#endif
  void* sp = nullptr;
  char* stack = nullptr;
  std::size_t colour = 0;
  State state = State::idle;
  Thread info{};
  Place place{};
  // of a warp operation
  WarpOp op{};
  unsigned mask = 0;
  int from = 0;
  std::uint64_t value = 0, result = 0;
  void* fake_stack = nullptr;
  void* tsan = nullptr;
};

#if !EMULATOR_HAS_UCONTEXT
// Saves what a function has to keep, changes the stack, and takes it from there.
asm(R"(
.text
.type emulator_switch, @function
emulator_switch:
  .cfi_startproc
  endbr64
  pushq %rbp
  pushq %rbx
  pushq %r12
  pushq %r13
  pushq %r14
  pushq %r15
  movq %rsp, (%rdi)
  movq %rsi, %rsp
  popq %r15
  popq %r14
  popq %r13
  popq %r12
  popq %rbx
  popq %rbp
  ret
  .cfi_endproc
.size emulator_switch, . - emulator_switch
.type emulator_start, @function
emulator_start:
  .cfi_startproc
  .cfi_undefined rip
  call *%rbx
  ud2
  .cfi_endproc
.size emulator_start, . - emulator_start
)");
extern "C" void emulator_switch(void** save, void* to);
extern "C" void emulator_start();
#endif

EMULATOR_OF_WORKER Fiber main_fiber;  // the one that called run()
EMULATOR_OF_WORKER std::size_t main_stack_size = 0;
EMULATOR_OF_WORKER Fiber* current = &main_fiber;
struct Pool : std::vector<Fiber*> {
  ~Pool() {
    for (Fiber* f : *this) {
      munmap(f->stack, stack_size);
      delete f;
    }
  }
};
EMULATOR_OF_WORKER Pool pool;                  // made once
EMULATOR_OF_WORKER std::vector<Fiber*> ready;  // a ring
EMULATOR_OF_WORKER std::size_t ready_head = 0, ready_count = 0;
EMULATOR_OF_WORKER std::vector<Fiber*> fiber_of;  // thread number -> fiber
EMULATOR_OF_WORKER std::vector<Life> life_of;
EMULATOR_OF_WORKER std::vector<unsigned> born_as;  // in which order threads start
EMULATOR_OF_WORKER char* shared = nullptr;
EMULATOR_OF_WORKER std::size_t shared_room = 0;

// of the block that runs
EMULATOR_OF_WORKER Body body;
EMULATOR_OF_WORKER const void* arguments;
EMULATOR_OF_WORKER dim3 grid_dim, block_dim;
EMULATOR_OF_WORKER uint3 block_index;
EMULATOR_OF_WORKER unsigned threads, started, live, arrived;
EMULATOR_OF_WORKER std::size_t used_fibers;
EMULATOR_OF_WORKER std::string problem;
int order = 0;  // 0 forward, 1 reverse, 2 random
EMULATOR_OF_WORKER std::uint64_t random_state = 1;
EMULATOR_OF_WORKER std::uint64_t generation = 0;
[[maybe_unused]] EMULATOR_OF_WORKER char barrier_token[2], warp_token[32][2], start_token,
    end_token;
EMULATOR_OF_WORKER unsigned warp_generation[32];
EMULATOR_OF_WORKER unsigned warp_arrived[32];

[[maybe_unused]] void fiber_main();

void switch_to(Fiber& to) {
  Fiber& from = *current;
  if (&from == &to) return;
  current = &to;
  now = &to == &main_fiber ? nullptr : &to.info;
#ifdef EMULATOR_ASAN
  __sanitizer_start_switch_fiber(&from.fake_stack, to.stack,
                                 &to == &main_fiber ? main_stack_size : stack_size);
#endif
#ifdef EMULATOR_TSAN
  __tsan_switch_to_fiber(to.tsan, 1);  // 1: this orders nothing
#endif
#if EMULATOR_HAS_UCONTEXT
  swapcontext(&from.context, &to.context);
#else
  emulator_switch(&from.sp, to.sp);
#endif
#ifdef EMULATOR_ASAN
  __sanitizer_finish_switch_fiber(from.fake_stack, nullptr, nullptr);
#endif
}

void make_ready(Fiber* f) {
  f->state = State::ready;
  ready[(ready_head + ready_count++) % ready.size()] = f;
}

Fiber* take_ready() {
  if (ready_count == 0) return nullptr;
  if (order == 2) {
    random_state = random_state * 6364136223846793005ull + 1442695040888963407ull;
    const std::size_t k = (random_state >> 33) % ready_count;
    std::swap(ready[ready_head], ready[(ready_head + k) % ready.size()]);
  }
  Fiber* const f = ready[ready_head];
  ready_head = (ready_head + 1) % ready.size();
  --ready_count;
  return f;
}

void reset_stack(Fiber& f) {
#if EMULATOR_HAS_UCONTEXT
  getcontext(&f.context);
  f.context.uc_stack.ss_sp = f.stack;
  f.context.uc_stack.ss_size = stack_size;
  f.context.uc_link = nullptr;
  makecontext(&f.context, fiber_main, 0);
#else
  // Stacks begin at different places of a page: else all of them share a few lines of the cache.
  void** top = reinterpret_cast<void**>(f.stack + stack_size - f.colour);
  *--top = nullptr;
  *--top = nullptr;
  *--top = reinterpret_cast<void*>(emulator_start);  // popped by ret; then the stack is aligned
  *--top = nullptr;                                  // rbp
  *--top = reinterpret_cast<void*>(fiber_main);      // rbx
  for (int i = 0; i < 4; ++i) *--top = nullptr;
  f.sp = top;
#endif
}

Fiber* new_fiber() {
  if (used_fibers == pool.size()) {
    Fiber* const f = new Fiber;
    f->stack = static_cast<char*>(mmap(nullptr, stack_size, PROT_READ | PROT_WRITE,
                                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0));
    f->colour = pool.size() % 64 * 448;
    reset_stack(*f);
    pool.push_back(f);
  }
  return pool[used_fibers++];
}

std::string text_of(const Fiber& f) {
  char text[400];
  const uint3 t = f.info.thread, b = f.info.block;
  std::snprintf(text, sizeof text, "thread (%u,%u,%u) of block (%u,%u,%u) at %s:%d", t.x, t.y, t.z,
                b.x, b.y, b.z, f.place.file, f.place.line);
  return text;
}

[[noreturn]] void stop(const std::string& what) {
  problem = what;
  switch_to(main_fiber);
  std::abort();
}

void release_block() {
  const Fiber* first = nullptr;
  for (unsigned i = 0; i < threads; ++i) {
    Fiber* const f = fiber_of[order == 1 ? threads - 1 - i : i];
    if (f == nullptr) continue;
    if (first == nullptr) first = f;
    if (f->place.line != first->place.line || f->place.file != first->place.file) {
      stop("two barriers at once: " + text_of(*first) + ", " + text_of(*f));
    }
    make_ready(f);
  }
  arrived = 0;
  ++generation;
}

// True when all lanes of the operation are there; then they have their results.
bool finish_warp(const Fiber& asks) {
  const unsigned base = asks.info.number / 32 * 32;
  for (unsigned i = 0; i < 32; ++i) {
    if ((asks.mask >> i & 1) == 0) continue;
    if (base + i >= threads) stop("a lane that does not exist is in the mask: " + text_of(asks));
    if (life_of[base + i] == Life::unborn) return false;
    const Fiber* const f = fiber_of[base + i];
    if (f == nullptr) stop("a lane in the mask has returned: " + text_of(asks));
    if (f->state == State::at_barrier) {
      stop("a lane in the mask waits elsewhere: " + text_of(asks) + ", " + text_of(*f));
    }
    if (f->state != State::at_warp) return false;
    if (f->op != asks.op || f->mask != asks.mask || f->place.line != asks.place.line) {
      stop("lanes of a mask in two operations: " + text_of(asks) + ", " + text_of(*f));
    }
  }
  std::uint64_t ballot = 0;
  for (unsigned i = 0; i < 32; ++i) {
    if (asks.mask >> i & 1) ballot |= (fiber_of[base + i]->value & 1) << i;
  }
  for (unsigned k = 0; k < 32; ++k) {
    const unsigned i = order == 1 ? 31 - k : k;
    if ((asks.mask >> i & 1) == 0) continue;
    Fiber* const f = fiber_of[base + i];
    if (f->op == WarpOp::shuffle) {
      if ((f->mask >> f->from & 1) == 0) stop("a shuffle from outside its mask: " + text_of(*f));
      f->result = fiber_of[base + static_cast<unsigned>(f->from)]->value;
    } else {
      f->result = ballot;
    }
    make_ready(f);
  }
  ++warp_generation[base / 32];
  warp_arrived[base / 32] -= static_cast<unsigned>(__builtin_popcount(asks.mask));
  return true;
}

// Goes on with another fiber.
void wait_here() {
  if (started < threads) return switch_to(*new_fiber());
  if (Fiber* const f = take_ready()) return switch_to(*f);
  std::string text = "threads wait for others that do not come";
  int named = 0;
  const Fiber* last = nullptr;
  for (unsigned i = 0; i < threads && named < 3; ++i) {
    const Fiber* const f = fiber_of[i];
    if (f == nullptr || (last != nullptr && last->place.line == f->place.line)) continue;
    text += (named++ == 0 ? ": " : ", ") + text_of(*f);
    last = f;
  }
  stop(text);
}

void thread_ended() {
  fiber_of[current->info.number] = nullptr;
  life_of[current->info.number] = Life::ended;
  current->state = State::idle;
  --live;
#ifdef EMULATOR_TSAN
  __tsan_release(&end_token);
#endif
  if (live > 0 && arrived == live) release_block();
}

// A fiber takes threads as long as they do not wait: a kernel without barriers needs one fiber.
void fiber_main() {
#ifdef EMULATOR_ASAN
  __sanitizer_finish_switch_fiber(nullptr, nullptr, nullptr);
#endif
  for (;;) {
    while (started < threads) {
      const unsigned number = born_as[started++], x = block_dim.x, y = block_dim.y;
      current->info = {
          {number % x, number / x % y, number / (x * y)}, block_index, block_dim, grid_dim, number};
      fiber_of[number] = current;
      life_of[number] = Life::alive;
      current->state = State::ready;
      now = &current->info;
#ifdef EMULATOR_TSAN
      __tsan_acquire(&start_token);
#endif
      body(arguments);
      thread_ended();
#ifdef EMULATOR_TSAN
      if (started < threads) switch_to(*new_fiber());  // a context of its own for each thread
#endif
    }
    if (live == 0) {
      switch_to(main_fiber);
    } else {
      Fiber* const f = take_ready();
      if (f == nullptr) {
        wait_here();
      } else {
        switch_to(*f);
      }
    }
  }
}

}  // namespace

EMULATOR_OF_WORKER const Thread* now = nullptr;

namespace {

void new_shared_memory(std::size_t bytes) {
  std::free(shared);
  void* block = nullptr;
  if (posix_memalign(&block, 128, bytes + (bytes == 0)) != 0) std::abort();
  shared = static_cast<char*>(block);
  shared_room = bytes;
}

void shuffle_numbers(unsigned* numbers, unsigned count) {
  for (unsigned i = count; i-- > 1;) {
    random_state = random_state * 6364136223846793005ull + 1442695040888963407ull;
    std::swap(numbers[i], numbers[(random_state >> 33) % (i + 1)]);
  }
}

[[maybe_unused]] void find_main_stack() {
  pthread_attr_t attributes;
  void* bottom = nullptr;
  pthread_getattr_np(pthread_self(), &attributes);
  pthread_attr_getstack(&attributes, &bottom, &main_stack_size);
  pthread_attr_destroy(&attributes);
  main_fiber.stack = static_cast<char*>(bottom);
}

}  // namespace

void* shared_memory() { return shared; }

void barrier(Place place) {
  current->place = place;
  current->state = State::at_barrier;
#ifdef EMULATOR_TSAN
  char* const token = &barrier_token[generation & 1];
  __tsan_release(token);
#endif
  ++arrived;
  if (arrived == live) release_block();
  wait_here();
#ifdef EMULATOR_TSAN
  __tsan_acquire(token);
#endif
}

std::uint64_t warp(WarpOp op, unsigned mask, std::uint64_t value, int from, Place place) {
  Fiber& f = *current;
  f.place = place;
  f.op = op;
  f.mask = mask;
  f.value = value;
  f.from = from;
  f.state = State::at_warp;
  if ((mask >> (f.info.number % 32) & 1) == 0) stop("not in its own mask: " + text_of(f));
#ifdef EMULATOR_TSAN
  const unsigned w = f.info.number / 32;
  char* const token = &warp_token[w][warp_generation[w] & 1];
  __tsan_release(token);
#endif
  if (++warp_arrived[f.info.number / 32] >= static_cast<unsigned>(__builtin_popcount(mask))) {
    finish_warp(f);
  }
  wait_here();
#ifdef EMULATOR_TSAN
  __tsan_acquire(token);
#endif
  return f.result;
}

namespace {

// The blocks first, first + step, ...
void run_blocks(dim3 grid, dim3 block, std::size_t shared_bytes, Body body_, const void* arguments_,
                unsigned first, unsigned step) {
  static const bool once = [] {
    const char* const text = std::getenv("EMULATOR_ORDER");
    if (text != nullptr) order = text[0] == 'f' ? 0 : text[0] == 'r' && text[1] == 'e' ? 1 : 2;
    return true;
  }();
  (void)once;
  body = body_;
  arguments = arguments_;
  grid_dim = grid;
  block_dim = block;
  threads = block.x * block.y * block.z;
  if (threads == 0 || threads > 1024) throw std::runtime_error("a block of no or too many threads");
  if (ready.empty()) {
    ready.assign(1025, nullptr);
    fiber_of.assign(1024, nullptr);
    life_of.assign(1024, Life::unborn);
    born_as.resize(1024);
  }
  for (unsigned i = 0; i < threads; ++i) born_as[i] = order == 1 ? threads - 1 - i : i;
  if (order == 2) shuffle_numbers(born_as.data(), threads);
  if (shared_bytes != shared_room) new_shared_memory(shared_bytes);
#ifdef EMULATOR_ASAN
  if (main_fiber.stack == nullptr) find_main_stack();
#endif
  const unsigned blocks = grid.x * grid.y * grid.z;
  for (unsigned i = first; i < blocks; i += step) {
    const unsigned b = order == 1 ? blocks - 1 - i : i;
    block_index = {b % grid.x, b / grid.x % grid.y, b / (grid.x * grid.y)};
    started = arrived = 0;
    live = threads;
    used_fibers = 0;
    std::fill_n(life_of.begin(), threads, Life::unborn);
    std::fill_n(warp_arrived, 32, 0u);
#ifdef EMULATOR_TSAN
    if (shared_bytes > 0) new_shared_memory(shared_bytes);
    main_fiber.tsan = __tsan_get_current_fiber();
    // All from here: a context inherits what its maker has seen.
    while (used_fibers < threads) {
      Fiber* const f = new_fiber();
      if (f->tsan == nullptr) f->tsan = __tsan_create_fiber(0);
    }
    used_fibers = 0;
    __tsan_release(&start_token);
#endif
    if (shared_bytes > 0) std::memset(shared, 0xff, shared_bytes);
    switch_to(*new_fiber());
#ifdef EMULATOR_TSAN
    __tsan_acquire(&end_token);
#endif
    if (!problem.empty()) {
      ready_count = 0;
      for (Fiber* f : pool) reset_stack(*f);
      return;
    }
  }
}

#ifdef EMULATOR_TSAN
// Two workers take the blocks in turn. What they wait for is not shown to TSan but at the beginning
// and the end of a launch, so that neighbours are not ordered.
struct Launch {
  dim3 grid, block;
  std::size_t shared_bytes;
  Body body;
  const void* arguments;
} launch;
int launches = 0, ended[2] = {0, 0};
std::string problems[2];
char begin_of_launch, end_of_launch;

void work(unsigned w) {
  for (int done = 0;;) {
    while (__atomic_load_n(&launches, __ATOMIC_ACQUIRE) == done) sched_yield();
    ++done;
    __tsan_acquire(&begin_of_launch);
    run_blocks(launch.grid, launch.block, launch.shared_bytes, launch.body, launch.arguments, w, 2);
    problems[w] = problem;
    problem.clear();
    __tsan_release(&end_of_launch);
    __atomic_store_n(&ended[w], done, __ATOMIC_RELEASE);
  }
}
#endif

}  // namespace

void run(dim3 grid, dim3 block, std::size_t shared_bytes, Body body_, const void* arguments_,
         const char* kernel) {
  std::string text;
#ifdef EMULATOR_TSAN
  static const bool workers = [] {
    for (unsigned w = 0; w < 2; ++w) std::thread(work, w).detach();
    return true;
  }();
  (void)workers;
  launch = {grid, block, shared_bytes, body_, arguments_};
  __tsan_release(&begin_of_launch);
  const int number = __atomic_add_fetch(&launches, 1, __ATOMIC_RELEASE);
  for (unsigned w = 0; w < 2; ++w) {
    while (__atomic_load_n(&ended[w], __ATOMIC_ACQUIRE) != number) sched_yield();
  }
  __tsan_acquire(&end_of_launch);
  text = problems[0].empty() ? problems[1] : problems[0];
#else
  run_blocks(grid, block, shared_bytes, body_, arguments_, 0, 1);
  text.swap(problem);
#endif
  if (!text.empty()) throw std::runtime_error(std::string(kernel) + ": " + text);
}

}  // namespace emulator
