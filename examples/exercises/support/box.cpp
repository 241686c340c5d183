// box.cpp: runs a command that nobody trusts, with limits.
//
//   box SECONDS WALL_SECONDS MEMORY_MB OUTPUT_BYTES FOLDER READABLE COMMAND...
//
// The command gets standard input. Prints what the command prints, up to OUTPUT_BYTES, then how it
// ended, on a line of its own: "exit 0", "signal 11", "too long" or "too much output". FOLDER is
// the one place where the command may write; for "" it may write nowhere, start no process and use
// no network. READABLE: the paths that it may read, with colons between them; "" is all. A signal
// that ends box, Ctrl-C say, ends the command too. Without arguments: what this system enforces.
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <initializer_list>
#include <sstream>
#include <string>
#include <vector>

#ifdef __linux__
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#endif

// ---- what a command may not do: on Linux by Landlock, for files, and by a filter of system calls.
// Elsewhere nothing is enforced here ----

#if defined(__linux__) && __has_include(<linux/landlock.h>)
#include <linux/landlock.h>

#ifndef LANDLOCK_ACCESS_FS_TRUNCATE  // headers before Linux 6.2
#define LANDLOCK_ACCESS_FS_TRUNCATE (1ULL << 14)
#endif

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

#else

namespace {
long landlock_version() { return 0; }
bool confine_files(const std::string&, const std::string&) { return true; }
}  // namespace

#endif

#if defined(__linux__) && (defined(__x86_64__) || defined(__aarch64__))
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>

namespace {

// Calls with a larger number, for example the calls of x32, do not exist for an answer.
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

#else

namespace {
bool forbid_calls() { return true; }
bool has_filter() { return false; }
}  // namespace

#endif

namespace {

// From here on this process, and what it becomes, writes in `folder` alone, and reads the paths of
// `readable`, with colons between them, and what is below them, everything with "". With "" for the
// folder it writes nowhere, starts no process, sends no signal to another one and opens no network
// connection. False when the system has a means and refused it.
bool confine(const std::string& folder, const std::string& readable) {
  return confine_files(folder, readable) && (!folder.empty() || !has_filter() || forbid_calls());
}

// A line for each, "files: ..." and "processes, network: ...": whether it is enforced, and by what.
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

// ---- the command and its limits ----

using Clock = std::chrono::steady_clock;

struct Limits {
  rlim_t seconds, wall_seconds, memory_mb, output_bytes;
  std::string folder, readable;
};

void limit(int what, rlim_t most, rlim_t more = 0) {
  const rlimit both = {most, most + more};
  setrlimit(what, &both);
}

// In the process of the command, before it begins: afterwards nothing can be taken back.
void limit_myself(const Limits& limits) {
  const bool may_write = !limits.folder.empty();
  limit(RLIMIT_CPU, limits.seconds, 1);  // first SIGXCPU, a second later SIGKILL
  limit(RLIMIT_AS, limits.memory_mb << 20);
  limit(RLIMIT_CORE, 0);
  limit(RLIMIT_NOFILE, 64);
  // What it prints goes into a pipe; no byte may go into a file, except a compiler's.
  limit(RLIMIT_FSIZE, may_write ? rlim_t(64) << 20 : 0);
  // Of a user, not of a command, and so only where a command needs a single process.
  if (!may_write) limit(RLIMIT_NPROC, 0);
  signal(SIGXFSZ, SIG_DFL);
  if (!confine(limits.folder, limits.readable)) {
    std::perror("box: confine");
    _exit(126);
  }
}

[[noreturn]] void become(char** command, const Limits& limits, int output) {
  setsid();
  dup2(output, STDOUT_FILENO);
  dup2(output, STDERR_FILENO);
  for (int file = 3; file < 256; ++file) close(file);
  limit_myself(limits);
  execvp(command[0], command);
  std::perror(command[0]);
  _exit(127);
}

// Copies what the command prints until it ends, or has to. Returns why it has to, or "".
std::string copy_output(int from, const Limits& limits, Clock::time_point end) {
  rlim_t left = limits.output_bytes;
  char buffer[4096];
  while (true) {
    const auto wait = std::chrono::duration_cast<std::chrono::milliseconds>(end - Clock::now());
    pollfd file = {from, POLLIN, 0};
    const int ready = wait.count() <= 0 ? 0 : poll(&file, 1, static_cast<int>(wait.count()));
    if (ready == 0) return "too long";
    if (ready < 0 && errno == EINTR) continue;
    const ssize_t n = read(from, buffer, sizeof buffer);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return "";
    if (static_cast<rlim_t>(n) > left) return "too much output";
    left -= static_cast<rlim_t>(n);
    std::fwrite(buffer, 1, static_cast<size_t>(n), stdout);
  }
}

// It may have closed its output, and run on.
int wait_until(pid_t child, Clock::time_point end, bool& too_long) {
  int status = 0;
  while (waitpid(child, &status, WNOHANG) == 0) {
    if (Clock::now() >= end && !too_long) {
      too_long = true;
      kill(-child, SIGKILL);
    }
    usleep(2000);
  }
  kill(-child, SIGKILL);  // what it may have started
  return status;
}

volatile pid_t running = 0;

void end_both(int signal) {
  kill(-running, SIGKILL);
  kill(running, SIGKILL);  // one that has no group of its own yet
  std::signal(signal, SIG_DFL);
  kill(getpid(), signal);  // whoever waits for box shall know
}

// The new process, or 0 in it: one that box takes with it when a signal ends it.
pid_t fork_child() {
  sigset_t ending, before;
  sigemptyset(&ending);
  for (int signal : {SIGINT, SIGTERM, SIGHUP}) {
    sigaddset(&ending, signal);
    if (std::signal(signal, SIG_IGN) != SIG_IGN) std::signal(signal, end_both);
  }
  sigprocmask(SIG_BLOCK, &ending, &before);
  const pid_t child = fork();
  if (child > 0) running = child;
  if (child == 0) {
    for (int signal : {SIGINT, SIGTERM, SIGHUP}) std::signal(signal, SIG_DFL);
  }
  sigprocmask(SIG_SETMASK, &before, nullptr);
  return child;
}

int run(char** command, const Limits& limits) {
  const auto end = Clock::now() + std::chrono::seconds(limits.wall_seconds);
  int output[2];
  if (pipe(output) != 0) return std::perror("box: pipe"), 2;
  const pid_t child = fork_child();
  if (child < 0) return std::perror("box: fork"), 2;
  if (child == 0) become(command, limits, output[1]);
  close(output[1]);
  std::string ended = copy_output(output[0], limits, end);
  if (!ended.empty()) kill(-child, SIGKILL);
  bool too_long = false;
  const int status = wait_until(child, end, too_long);
  if (too_long) ended = "too long";
  const int number = WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status);
  if (ended.empty() && WIFSIGNALED(status) && number == SIGXCPU) ended = "too long";
  if (ended.empty()) ended = (WIFSIGNALED(status) ? "signal " : "exit ") + std::to_string(number);
  std::printf("\n%s\n", ended.c_str());
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc == 1) {
    std::fputs(what_is_confined().c_str(), stdout);
    return 0;
  }
  if (argc < 8) {
    std::fputs(
        "box: expected SECONDS WALL_SECONDS MEMORY_MB OUTPUT_BYTES FOLDER READABLE COMMAND...\n",
        stderr);
    return 2;
  }
  const auto number = [&](int i) {
    return static_cast<rlim_t>(std::strtoull(argv[i], nullptr, 10));
  };
  return run(argv + 7, {number(1), number(2), number(3), number(4), argv[5], argv[6]});
}
