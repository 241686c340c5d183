// block.cpp: runs the blocks of a launch, one after the other on the calling thread. A thread that
// waits at a barrier or a shuffle keeps its stack, in a fiber, while others run. A fiber starts one
// thread after the other until one of them waits, so a kernel without barriers is a plain loop.
#include <sys/mman.h>
#if !defined(__x86_64__) || !defined(__linux__)
#define EMULATOR_UCONTEXT
#include <ucontext.h>
#endif

#include <algorithm>
#include <cstdio>
#include <memory>
#include <mutex>
#include <new>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "emulator/emulator.h"
#include "emulator/memory.h"

#ifdef EMULATOR_ASAN
extern "C" {
void __sanitizer_start_switch_fiber(void** fake_stack, const void* bottom, std::size_t size);
void __sanitizer_finish_switch_fiber(void* fake_stack, const void** bottom, std::size_t* size);
}
#endif

// The first and the last address of the section with all shared memory.
extern "C" [[gnu::weak]] char __start_emulator_shared[];
extern "C" [[gnu::weak]] char __stop_emulator_shared[];

#ifndef EMULATOR_UCONTEXT
// swapcontext makes a system call, and so takes several times as long as these instructions.
// emulator_switch(save, to) saves the registers that a function must preserve on the stack, and the
// stack pointer in *save. Then it loads the registers from `to`. emulator_start is the first return
// address of a new stack. It calls the function in rbx.
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

namespace emulator {

const Thread* now = nullptr;

namespace {

// ---- fibers: a stack with its registers. One runs at a time, until it switches to another ----

class Fiber {
 public:
  // The calling thread, on the stack that it has.
  Fiber() = default;
  // A new stack, on which `entry` begins at the first switch. It must call arrived() first, and
  // must never return.
  explicit Fiber(void (*entry)()) {
    stack_ = mmap(nullptr, bytes_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (stack_ == MAP_FAILED) throw std::bad_alloc();
    mprotect(stack_, 4096, PROT_NONE);  // a stack overflow faults here
    allow(stack_, bytes_);
    own_ = true;
#ifdef EMULATOR_UCONTEXT
    getcontext(&context_);
    context_.uc_stack.ss_sp = stack_;
    context_.uc_stack.ss_size = bytes_;
    context_.uc_link = nullptr;
    makecontext(&context_, entry, 0);
#else
    void** top = reinterpret_cast<void**>(static_cast<char*>(stack_) + bytes_);
    top -= 9;  // r15 to r12, rbx, rbp, the return address, and two to align the stack to 16
    top[4] = reinterpret_cast<void*>(entry);
    top[6] = reinterpret_cast<void*>(emulator_start);
    context_ = top;
#endif
  }
  ~Fiber() {
    if (own_) munmap(stack_, bytes_);
  }
  Fiber(const Fiber&) = delete;
  Fiber& operator=(const Fiber&) = delete;

  void switch_to(Fiber& next) {
    left = this;
#ifdef EMULATOR_ASAN
    __sanitizer_start_switch_fiber(&fake_stack_, next.stack_, next.bytes_);
#endif
#ifdef EMULATOR_UCONTEXT
    swapcontext(&context_, &next.context_);
#else
    emulator_switch(&context_, next.context_);
#endif
    arrived(fake_stack_);
  }
  // Tells AddressSanitizer that the switch is done, and learns the stack of the fiber before.
  static void arrived([[maybe_unused]] void* fake_stack = nullptr) {
#ifdef EMULATOR_ASAN
    const void* bottom = nullptr;
    __sanitizer_finish_switch_fiber(fake_stack, &bottom, &left->bytes_);
    left->stack_ = const_cast<void*>(bottom);
#endif
  }

 private:
  static inline Fiber* left = nullptr;  // the fiber that ran before

  void* stack_ = nullptr;  // its lowest address
  std::size_t bytes_ = 256 << 10;
  bool own_ = false;
#ifdef EMULATOR_UCONTEXT
  ucontext_t context_;
#else
  void* context_ = nullptr;  // its stack pointer
#endif
  void* fake_stack_ = nullptr;  // of AddressSanitizer
};

// ---- the order in which threads and blocks run ----

bool random_order() {
  static const bool random = chooses("EMULATOR_ORDER", "forward", "random");
  return random;
}

// The numbers 0 to count - 1.
std::vector<unsigned> ordered(unsigned count) {
  static std::uint64_t state = 1;
  std::vector<unsigned> numbers(count);
  std::iota(numbers.begin(), numbers.end(), 0U);
  for (unsigned i = random_order() ? count : 0; i-- > 1;) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    std::swap(numbers[i], numbers[(state >> 33) % (i + 1)]);
  }
  return numbers;
}

// ---- a block ----

// A thread of the block, and what it waits for.
struct Waiter {
  enum class State : unsigned char { runs, at_barrier, at_shuffle, returned };

  Thread info;
  State state;
  Place place;
  Fiber* fiber;
  std::uint64_t value, result;  // of a shuffle
  int from;

  std::string to_string() const {
    const uint3 t = info.thread, b = info.block;
    char text[400];
    std::snprintf(text, sizeof text, "thread (%u,%u,%u) of block (%u,%u,%u) at %s:%d", t.x, t.y,
                  t.z, b.x, b.y, b.z, place.file, place.line);
    return text;
  }
};
using State = Waiter::State;

class Block {
 public:
  // Runs all threads of a block. Returns the problem of the kernel, or "" if there is none.
  std::string run(uint3 index, dim3 size, void (*kernel)(const void*), const void* arguments);
  // Stops the running thread until the others have come to what it waits for. At a shuffle it gives
  // a value, and gets the value of lane `from`.
  std::uint64_t wait(State state, Place place, std::uint64_t value = 0, int from = 0);

 private:
  static void enter();
  void start(unsigned number);
  void resume(unsigned number);
  std::string release();
  std::string release_warp(Waiter* lanes);
  std::string deadlock() const;

  uint3 index_{};
  dim3 size_;
  void (*kernel_)(const void*) = nullptr;
  const void* arguments_ = nullptr;
  std::vector<Waiter> waiters_;
  std::vector<unsigned> order_;
  unsigned started_ = 0, live_ = 0;  // how many have started, and how many have not returned
  Fiber scheduler_, *current_ = nullptr;
  std::vector<std::unique_ptr<Fiber>> fibers_;
};

Block& block() {
  static Block& one = *new Block;  // lives until the program ends
  return one;
}

std::string Block::run(uint3 index, dim3 size, void (*kernel)(const void*), const void* arguments) {
  index_ = index;
  size_ = size;
  kernel_ = kernel;
  arguments_ = arguments;
  live_ = size.x * size.y * size.z;
  started_ = 0;
  waiters_.resize(live_);
  order_ = ordered(live_);
  std::string problem;
  // 1. Each thread runs until it waits or returns.
  for (std::size_t used = 0; started_ < order_.size(); ++used) {
    if (used == fibers_.size()) fibers_.push_back(std::make_unique<Fiber>(enter));
    current_ = fibers_[used].get();
    scheduler_.switch_to(*current_);
  }
  // 2. Those that have what they waited for go on, as often as it takes.
  while (live_ > 0 && problem.empty()) {
    problem = release();
    for (const unsigned number : order_) {
      if (problem.empty() && waiters_[number].state == State::runs) resume(number);
    }
  }
  now = nullptr;
  if (!problem.empty()) fibers_.clear();  // threads that will never go on
  return problem;
}

// The work of each fiber.
void Block::enter() {
  Fiber::arrived();
  Block& self = block();
  for (;;) {
    while (self.started_ < self.order_.size()) self.start(self.order_[self.started_++]);
    self.current_->switch_to(self.scheduler_);
  }
}

void Block::start(unsigned number) {
  Waiter& self = waiters_[number];
  self.info = {{number % size_.x, number / size_.x % size_.y, number / (size_.x * size_.y)},
               index_,
               size_,
               number};
  self.fiber = current_;
  self.state = State::runs;
  now = &self.info;
  kernel_(arguments_);
  self.state = State::returned;
  --live_;
}

void Block::resume(unsigned number) {
  now = &waiters_[number].info;
  current_ = waiters_[number].fiber;
  scheduler_.switch_to(*current_);
}

std::uint64_t Block::wait(State state, Place place, std::uint64_t value, int from) {
  Waiter& self = waiters_[now->number];
  self.state = state;
  self.place = place;
  self.value = value;
  self.from = from;
  current_->switch_to(scheduler_);
  return self.result;
}

// All threads that have not returned wait. Lets those go on whose warp has come to a shuffle; if
// there are none, all must have come to one barrier. Returns the problem, or "".
std::string Block::release() {
  bool shuffled = false;
  for (std::size_t first = 0; first + lanes_of_warp <= waiters_.size(); first += lanes_of_warp) {
    Waiter* const lanes = waiters_.data() + first;
    const auto at_shuffle = [](const Waiter& lane) { return lane.state == State::at_shuffle; };
    if (!std::all_of(lanes, lanes + lanes_of_warp, at_shuffle)) continue;
    const std::string problem = release_warp(lanes);
    if (!problem.empty()) return problem;
    shuffled = true;
  }
  if (shuffled) return "";
  const Waiter* first = nullptr;
  for (const Waiter& waiter : waiters_) {
    if (waiter.state == State::returned) continue;
    if (waiter.state != State::at_barrier) return deadlock();
    if (first == nullptr) first = &waiter;
    if (!(waiter.place == first->place)) {
      return "threads at two barriers: " + first->to_string() + ", " + waiter.to_string();
    }
  }
  for (Waiter& waiter : waiters_) {
    if (waiter.state == State::at_barrier) waiter.state = State::runs;
  }
  return "";
}

// A shuffle: each lane gets the value of another lane.
std::string Block::release_warp(Waiter* lanes) {
  for (unsigned i = 0; i < lanes_of_warp; ++i) {
    if (!(lanes[i].place == lanes[0].place)) {
      return "lanes of one warp in two shuffles: " + lanes[0].to_string() + ", " +
             lanes[i].to_string();
    }
    lanes[i].result = lanes[lanes[i].from].value;
    lanes[i].state = State::runs;
  }
  return "";
}

// The report when all threads wait in vain: the first one at each line, at most three.
std::string Block::deadlock() const {
  std::string text = "threads wait for one another forever";
  std::vector<Place> named;
  for (const Waiter& waiter : waiters_) {
    if (waiter.state == State::returned || named.size() == 3) continue;
    if (std::find(named.begin(), named.end(), waiter.place) != named.end()) continue;
    text +=
        (named.empty() ? ": " : "; ") + waiter.to_string() +
        (waiter.state == State::at_barrier ? " in __syncthreads" : " for the lanes of its warp");
    named.push_back(waiter.place);
  }
  return text + (live_ < waiters_.size() ? "; other threads have returned" : "");
}

}  // namespace

// Without a barrier no kernel uses shared memory.
static bool shared_used = true;

void barrier(Place place) {
  shared_used = true;
  block().wait(State::at_barrier, place);
}

std::uint64_t shuffle(std::uint64_t value, int from, Place place) {
  return block().wait(State::at_shuffle, place, value, from);
}

void run(dim3 grid, dim3 size, void (*kernel)(const void*), const void* arguments) {
  static std::mutex one_launch;  // a GPU runs the launches of a stream one after the other
  const std::lock_guard lock(one_launch);
  other_math();  // reports a wrong word here, because an exception cannot leave a fiber
  const Access access;
  for (const unsigned b : ordered(grid.x * grid.y * grid.z)) {
    if (std::exchange(shared_used, false)) {
      poison(__start_emulator_shared,
             static_cast<std::size_t>(__stop_emulator_shared - __start_emulator_shared));
    }
    const uint3 index{b % grid.x, b / grid.x % grid.y, b / grid.x / grid.y};
    const std::string problem = block().run(index, size, kernel, arguments);
    if (!problem.empty()) throw Error("a kernel: " + problem);
  }
}

}  // namespace emulator
