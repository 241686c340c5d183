// fiber.cpp: switches between fibers. On x86-64 Linux this takes fifteen instructions; elsewhere it
// uses swapcontext of <ucontext.h>, which makes a system call.
#include "emulator/fiber.h"

#include <sys/mman.h>

#include <new>

#include "emulator/sanitizer.h"

#if !EMULATOR_HAS_UCONTEXT
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
namespace {

constexpr std::size_t bytes_of_stack = 256 << 10, bytes_of_page = 4096;
[[maybe_unused]] Fiber* left = nullptr;  // the fiber that ran before

}  // namespace

Fiber::Fiber(void (*entry)(), std::size_t number)
    : stack_bytes_(bytes_of_stack), offset_(number % 64 * 448), entry_(entry) {
  stack_ = mmap(nullptr, stack_bytes_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (stack_ == MAP_FAILED) throw std::bad_alloc();
  mprotect(stack_, bytes_of_page, PROT_NONE);  // a stack overflow faults here
  restart();
}

Fiber::~Fiber() {
  if (entry_ != nullptr) munmap(stack_, stack_bytes_);
}

void Fiber::restart() {
#ifdef EMULATOR_ASAN
  __asan_unpoison_memory_region(stack_, stack_bytes_);
  fake_stack_ = nullptr;
#endif
#if EMULATOR_HAS_UCONTEXT
  getcontext(&context_);
  context_.uc_stack.ss_sp = stack_;
  context_.uc_stack.ss_size = stack_bytes_;
  context_.uc_link = nullptr;
  makecontext(&context_, entry_, 0);
#else
  void** top = reinterpret_cast<void**>(static_cast<char*>(stack_) + stack_bytes_ - offset_);
  *--top = nullptr;
  *--top = nullptr;  // aligns the stack for the call in emulator_start to 16
  *--top = reinterpret_cast<void*>(emulator_start);  // ret jumps there
  *--top = nullptr;                                  // rbp
  *--top = reinterpret_cast<void*>(entry_);          // rbx
  for (int i = 0; i < 4; ++i) *--top = nullptr;      // r12 to r15
  stack_pointer_ = top;
#endif
}

void Fiber::arrived() {
#ifdef EMULATOR_ASAN
  const void* bottom = nullptr;
  __sanitizer_finish_switch_fiber(nullptr, &bottom, &left->stack_bytes_);
  left->stack_ = const_cast<void*>(bottom);
#endif
}

void Fiber::switch_to(Fiber& next) {
  if (&next == this) return;
#ifdef EMULATOR_ASAN
  left = this;
  __sanitizer_start_switch_fiber(&fake_stack_, next.stack_, next.stack_bytes_);
#endif
#if EMULATOR_HAS_UCONTEXT
  swapcontext(&context_, &next.context_);
#else
  emulator_switch(&stack_pointer_, next.stack_pointer_);
#endif
#ifdef EMULATOR_ASAN
  const void* bottom = nullptr;
  __sanitizer_finish_switch_fiber(fake_stack_, &bottom, &left->stack_bytes_);
  left->stack_ = const_cast<void*>(bottom);
#endif
}

}  // namespace emulator
