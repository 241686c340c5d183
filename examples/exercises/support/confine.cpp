// On Linux: Landlock for files, a filter of system calls for the rest. Elsewhere nothing is
// enforced here.
#include "exercises/support/confine.h"

#if defined(__linux__)
#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <sstream>
#include <vector>
#endif

#if defined(__linux__) && __has_include(<linux/landlock.h>)
#include <linux/landlock.h>

#ifndef LANDLOCK_ACCESS_FS_TRUNCATE  // headers before Linux 6.2
#define LANDLOCK_ACCESS_FS_TRUNCATE (1ULL << 14)
#endif

namespace exercise {
namespace {

// The version of Landlock in this kernel, less than 1 where there is none.
long landlock_version() {
  return syscall(SYS_landlock_create_ruleset, nullptr, 0, LANDLOCK_CREATE_RULESET_VERSION);
}

constexpr std::uint64_t reading = LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR;
// What a file can have; the rest are rights of a folder.
constexpr std::uint64_t of_files =
    LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_WRITE_FILE | LANDLOCK_ACCESS_FS_TRUNCATE;

// Everything that changes a file system, of what the kernel knows.
std::uint64_t writing() {
  // From LANDLOCK_ACCESS_FS_REMOVE_DIR to MAKE_SYM the rights are consecutive.
  std::uint64_t rights = LANDLOCK_ACCESS_FS_WRITE_FILE;
  for (std::uint64_t right = LANDLOCK_ACCESS_FS_REMOVE_DIR; right <= LANDLOCK_ACCESS_FS_MAKE_SYM;
       right <<= 1) {
    rights |= right;
  }
  if (landlock_version() >= 3) rights |= LANDLOCK_ACCESS_FS_TRUNCATE;
  return rights;
}

void allow_below(int rules, const char* path, std::uint64_t rights) {
  landlock_path_beneath_attr below = {};
  below.parent_fd = open(path, O_PATH | O_CLOEXEC);
  if (below.parent_fd < 0) return;
  struct stat what = {};
  const bool folder = fstat(below.parent_fd, &what) == 0 && S_ISDIR(what.st_mode);
  below.allowed_access = folder ? rights : rights & of_files;
  syscall(SYS_landlock_add_rule, rules, LANDLOCK_RULE_PATH_BENEATH, &below, 0);
  close(below.parent_fd);
}

// False when Landlock is there and refuses.
bool confine_files(const std::string& folder, const std::string& readable) {
  if (landlock_version() < 1) return true;
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return false;
  const std::uint64_t read = readable.empty() ? 0 : reading;
  landlock_ruleset_attr attributes = {};
  attributes.handled_access_fs = writing() | read;
  const int rules =
      static_cast<int>(syscall(SYS_landlock_create_ruleset, &attributes, sizeof attributes, 0));
  if (rules < 0) return false;
  if (!folder.empty()) {
    allow_below(rules, folder.c_str(), writing() | read);
    allow_below(rules, "/dev/null",
                LANDLOCK_ACCESS_FS_WRITE_FILE | (read & of_files));  // a compiler's
  }
  std::istringstream paths(readable);
  for (std::string path; std::getline(paths, path, ':');) {
    if (!path.empty()) allow_below(rules, path.c_str(), read);
  }
  const bool restricted = syscall(SYS_landlock_restrict_self, rules, 0) == 0;
  close(rules);
  return restricted;
}

}  // namespace
}  // namespace exercise

#else

namespace exercise {
namespace {
long landlock_version() { return 0; }
bool confine_files(const std::string&, const std::string&) { return true; }
}  // namespace
}  // namespace exercise

#endif

#if defined(__linux__) && (defined(__x86_64__) || defined(__aarch64__))
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>

namespace exercise {
namespace {

// Calls with a larger number, those of x32 among them, do not exist for an answer.
constexpr std::uint32_t last_known_call = 450;

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

// These calls fail with EPERM.
void forbid(Filter& filter, std::initializer_list<int> calls) {
  for (int call : calls) {
    unless_equal_skip(filter, static_cast<std::uint32_t>(call), 1);
    end(filter, SECCOMP_RET_ERRNO | EPERM);
  }
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
  // New processes, and other ones.
  forbid(filter,
         {SYS_clone, SYS_clone3, SYS_kill, SYS_tkill, SYS_pidfd_send_signal, SYS_rt_sigqueueinfo,
          SYS_rt_tgsigqueueinfo, SYS_ptrace, SYS_process_vm_writev, SYS_pidfd_getfd});
  // The network, and memory that outlives its process.
  forbid(filter, {SYS_socket, SYS_socketpair, SYS_shmget, SYS_semget, SYS_msgget, SYS_mq_open,
                  SYS_memfd_create, SYS_add_key, SYS_keyctl});
  // Files that are open to others.
  forbid(filter, {SYS_openat2, SYS_truncate, SYS_fchmod, SYS_fchmodat, SYS_fchown, SYS_fchownat,
                  SYS_utimensat});
  forbid(filter, {SYS_setxattr, SYS_lsetxattr, SYS_fsetxattr, SYS_removexattr, SYS_lremovexattr,
                  SYS_fremovexattr});
  // Limits, and what does such things without a call of its own.
  forbid(filter, {SYS_setrlimit, SYS_setpriority, SYS_mount, SYS_unshare, SYS_setns, SYS_reboot,
                  SYS_io_uring_setup, SYS_bpf});
#ifdef __x86_64__
  forbid(filter, {SYS_fork, SYS_vfork, SYS_creat, SYS_chmod, SYS_chown, SYS_lchown, SYS_utime,
                  SYS_utimes, SYS_futimesat});
  allow_reading(filter, SYS_open, 1);
#endif
  allow_reading(filter, SYS_openat, 2);
  // abort() signals itself; limits may be asked for, not set.
  allow_with(filter, SYS_tgkill, 0, static_cast<std::uint32_t>(getpid()));
  allow_with(filter, SYS_prlimit64, 2, 0);
  end(filter, SECCOMP_RET_ALLOW);
  const sock_fprog program = {static_cast<unsigned short>(filter.size()), filter.data()};
  return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
         prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}

bool has_filter() {
  const std::uint32_t action = SECCOMP_RET_KILL_PROCESS;
  return syscall(SYS_seccomp, SECCOMP_GET_ACTION_AVAIL, 0, &action) == 0;
}

}  // namespace
}  // namespace exercise

#else

namespace exercise {
namespace {
bool forbid_calls() { return true; }
bool has_filter() { return false; }
}  // namespace
}  // namespace exercise

#endif

namespace exercise {

bool confine(const std::string& folder, const std::string& readable) {
  return confine_files(folder, readable) && (!folder.empty() || !has_filter() || forbid_calls());
}

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
