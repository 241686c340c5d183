// On Linux: Landlock for files, a filter of system calls for the rest. Elsewhere nothing is
// enforced here.
#include "exercises/support/confine.h"

#include "exercises/support/confined_files.h"

#if defined(__linux__) && (defined(__x86_64__) || defined(__aarch64__))
#define CAN_CONFINE 1
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "exercises/support/forbidden_calls.h"
#else
#define CAN_CONFINE 0
#endif

namespace exercise {

#if CAN_CONFINE

namespace {

constexpr std::uint32_t machine =
#ifdef __x86_64__
    AUDIT_ARCH_X86_64;
#else
    AUDIT_ARCH_AARCH64;
#endif

using Filter = std::vector<sock_filter>;

void load(Filter& filter, std::size_t offset) {
  filter.push_back(BPF_STMT(BPF_LD | BPF_W | BPF_ABS, static_cast<std::uint32_t>(offset)));
}
// Skips this many steps unless the number loaded last is `value`.
void unless_equal_skip(Filter& filter, std::uint32_t value, std::uint8_t skipped) {
  filter.push_back(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, value, 0, skipped));
}
void end(Filter& filter, std::uint32_t result) {
  filter.push_back(BPF_STMT(BPF_RET | BPF_K, result));
}

// `call` is allowed when its argument, a number of 64 bits, is `value`. Seven steps.
void allow_with(Filter& filter, int call, int argument, std::uint32_t value) {
  const std::size_t low =
      offsetof(seccomp_data, args) + sizeof(std::uint64_t) * static_cast<std::size_t>(argument);
  unless_equal_skip(filter, static_cast<std::uint32_t>(call), 6);
  load(filter, low);
  unless_equal_skip(filter, value, 3);
  load(filter, low + 4);
  unless_equal_skip(filter, 0, 1);
  end(filter, SECCOMP_RET_ALLOW);
  end(filter, SECCOMP_RET_ERRNO | EPERM);
}

// `call` opens files only to read: its flags are this argument.
void allow_reading(Filter& filter, int call, int argument) {
  const std::size_t flags =
      offsetof(seccomp_data, args) + sizeof(std::uint64_t) * static_cast<std::size_t>(argument);
  unless_equal_skip(filter, static_cast<std::uint32_t>(call), 4);
  load(filter, flags);
  filter.push_back(
      BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, O_WRONLY | O_RDWR | O_CREAT | O_TRUNC, 0, 1));
  end(filter, SECCOMP_RET_ERRNO | EPERM);
  end(filter, SECCOMP_RET_ALLOW);
}

bool forbid_calls() {
  Filter filter;
  load(filter, offsetof(seccomp_data, arch));
  filter.push_back(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, machine, 1, 0));
  end(filter, SECCOMP_RET_KILL_PROCESS);
  load(filter, offsetof(seccomp_data, nr));
  filter.push_back(BPF_JUMP(BPF_JMP | BPF_JGT | BPF_K, last_known_call, 0, 1));
  end(filter, SECCOMP_RET_ERRNO | ENOSYS);
  for (int call : forbidden) {
    unless_equal_skip(filter, static_cast<std::uint32_t>(call), 1);
    end(filter, SECCOMP_RET_ERRNO | EPERM);
  }
#ifdef __x86_64__
  allow_reading(filter, SYS_open, 1);
#endif
  allow_reading(filter, SYS_openat, 2);
  // abort() signals itself; limits may be asked for, not set.
  allow_with(filter, SYS_tgkill, 0, static_cast<std::uint32_t>(getpid()));
  allow_with(filter, SYS_prlimit64, 2, 0);
  end(filter, SECCOMP_RET_ALLOW);
  const sock_fprog program = {static_cast<unsigned short>(filter.size()), filter.data()};
  return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}

bool has_filter() {
  const std::uint32_t action = SECCOMP_RET_KILL_PROCESS;
  return syscall(SYS_seccomp, SECCOMP_GET_ACTION_AVAIL, 0, &action) == 0;
}

}  // namespace

bool confine(const std::string& folder, const std::string& readable) {
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return false;
  return confine_files(folder, readable) && (!folder.empty() || !has_filter() || forbid_calls());
}

#else

namespace {
bool has_filter() { return false; }
}  // namespace

bool confine(const std::string&, const std::string&) { return true; }

#endif

std::string what_is_confined() {
  std::string text = "files: nothing can be changed, made or removed (Landlock)\n";
  if (landlock_version() < 1) {
    text = "files: NOT ENFORCED that none is removed, renamed or made: no Landlock here; ";
    text += has_filter() ? "none can be opened to write (seccomp)\n"
                         : "no byte can be written into one, unless it is mapped into memory\n";
  }
  text += has_filter() ? "processes, network: none can be started or reached (seccomp)\n"
                       : "processes, network: NOT ENFORCED: no seccomp here\n";
#ifdef __APPLE__
  text += "memory: NOT ENFORCED on this system\n";
#else
  text += "memory: limited\n";
#endif
  return text;
}

}  // namespace exercise
