// fault.cpp: one line that says who used which address, before the program is stopped for it.
#include <signal.h>
#include <unistd.h>

#include <cstdio>

#include "emulator/launch.h"
#include "emulator/memory.h"
#ifdef __linux__
#include <ucontext.h>
#endif

namespace emulator {
namespace {

constexpr int numbers[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL};
struct sigaction before[NSIG];

const char* verb([[maybe_unused]] void* context) {
#if defined(__linux__) && defined(__x86_64__)
  const auto error = static_cast<ucontext_t*>(context)->uc_mcontext.gregs[REG_ERR];
  return (error & 2) != 0 ? "writes" : "reads";
#else
  return "uses";
#endif
}

// Returns to the instruction, which faults again; then the handler of before is there.
void handle(int number, siginfo_t* info, void* context) {
  char text[500] = "";
  int length = 0;
  const bool device = is_of_device(info->si_addr);
  if (now != nullptr && number == SIGFPE) {
    const uint3 t = now->thread, b = now->block;
    length =
        std::snprintf(text, sizeof text,
                      "emulator: %s: thread (%u,%u,%u) of block (%u,%u,%u) computes with a number "
                      "that nobody has written, or makes a NaN\n",
                      name_of_launch(), t.x, t.y, t.z, b.x, b.y, b.z);
  } else if (now != nullptr && number == SIGILL) {
    const uint3 t = now->thread, b = now->block;
    length = std::snprintf(text, sizeof text,
                           "emulator: %s: thread (%u,%u,%u) of block (%u,%u,%u) uses a misaligned "
                           "address: no multiple of what it reads or writes there\n",
                           name_of_launch(), t.x, t.y, t.z, b.x, b.y, b.z);
  } else if (now != nullptr) {
    const uint3 t = now->thread, b = now->block;
    length =
        std::snprintf(text, sizeof text,
                      "emulator: %s: thread (%u,%u,%u) of block (%u,%u,%u) %s %p, which is %s\n",
                      name_of_launch(), t.x, t.y, t.z, b.x, b.y, b.z, verb(context), info->si_addr,
                      device ? "in no block of device memory" : "no memory");
  } else if (device) {
    length =
        std::snprintf(text, sizeof text,
                      "emulator: the host %s device memory at %p outside of a launch or a copy; "
                      "expected Backend::download or upload\n",
                      verb(context), info->si_addr);
  }
  if (length > 0 && write(STDERR_FILENO, text, static_cast<std::size_t>(length)) < 0) _exit(1);
  sigaction(number, &before[number], nullptr);
}

}  // namespace

void report_faults() {
  struct sigaction action {};
  action.sa_sigaction = handle;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK;
  sigemptyset(&action.sa_mask);
  for (const int number : numbers) {
    sigaction(number, &action, &before[number]);
  }
}

}  // namespace emulator
