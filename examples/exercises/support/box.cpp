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
#include <cstdio>
#include <cstdlib>
#include <string>

#include "exercises/support/confine.h"

namespace {

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
  if (!exercise::confine(limits.folder, limits.readable)) {
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
    std::fputs(exercise::what_is_confined().c_str(), stdout);
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
