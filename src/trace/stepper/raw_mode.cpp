// raw_mode.cpp: what a signal handler needs is global.
#include "trace/stepper/raw_mode.h"

#include <fcntl.h>
#include <sys/select.h>
#include <termios.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <iterator>

namespace holo {
namespace {

// The last two only end a wait; all others end or stop the program.
constexpr int raw_signals[] = {SIGINT,  SIGTERM, SIGHUP,  SIGQUIT, SIGTSTP, SIGABRT,
                               SIGSEGV, SIGBUS,  SIGFPE,  SIGILL,  SIGALRM, SIGUSR1,
                               SIGUSR2, SIGXCPU, SIGPIPE, SIGCONT, SIGWINCH};

int raw_terminal = -1;
int from_handler[2] = {-1, -1};  // a pipe: a byte for each signal, so that none is missed
termios terminal_before;
struct sigaction actions_before[std::size(raw_signals)];

bool is_set_by_user(const struct sigaction& action) {
  return action.sa_handler != SIG_DFL && action.sa_handler != SIG_IGN;
}

// The terminal as it was; then the signal once more, for the program's own action.
void leave_raw_mode(int signal) {
  const int error = errno;
  if (::write(from_handler[1], "", 1) < 0) errno = error;  // full: it says enough
  if (signal == SIGCONT || signal == SIGWINCH) return;
  ::tcsetattr(raw_terminal, TCSANOW, &terminal_before);
  for (std::size_t i = 0; i < std::size(raw_signals); ++i) {
    if (raw_signals[i] == signal) ::sigaction(signal, &actions_before[i], nullptr);
  }
  ::raise(signal);
  errno = error;
}

void empty_pipe() {
  char bytes[64];
  while (::read(from_handler[0], bytes, sizeof bytes) == sizeof bytes) {
  }
}

// Once; without one, a signal that comes between two waits is seen at the next key.
void open_pipe() {
  if (from_handler[0] >= 0) return empty_pipe();
  if (::pipe(from_handler) != 0) return;
  for (const int end : from_handler) {
    ::fcntl(end, F_SETFD, FD_CLOEXEC);
    ::fcntl(end, F_SETFL, O_NONBLOCK);
  }
}

}  // namespace

RawMode::RawMode(std::FILE* in) {
  raw_terminal = ::fileno(in);
  open_pipe();
  if (::tcgetattr(raw_terminal, &terminal_before) != 0) return;
  for (std::size_t i = 0; i < std::size(raw_signals); ++i) {
    struct sigaction action {};
    action.sa_handler = leave_raw_mode;
    ::sigaction(raw_signals[i], nullptr, &actions_before[i]);
    const bool wakes = raw_signals[i] == SIGCONT || raw_signals[i] == SIGWINCH;
    const bool keep =
        wakes ? is_set_by_user(actions_before[i]) : actions_before[i].sa_handler == SIG_IGN;
    if (!keep) ::sigaction(raw_signals[i], &action, nullptr);
  }
  termios raw = terminal_before;
  raw.c_lflag &= ~static_cast<tcflag_t>(ICANON | ECHO | ISIG | IEXTEN);
  raw.c_cc[VMIN] = 1, raw.c_cc[VTIME] = 0;
  ::tcsetattr(raw_terminal, TCSADRAIN, &raw);
}

Came wait_for_bytes(bool limited) {
  if (std::max(raw_terminal, from_handler[0]) >= FD_SETSIZE) return Came::bytes;
  fd_set waited;
  FD_ZERO(&waited);
  FD_SET(raw_terminal, &waited);
  if (from_handler[0] >= 0) FD_SET(from_handler[0], &waited);
  timeval tenth{.tv_sec = 0, .tv_usec = 100'000};
  const int found = ::select(std::max(raw_terminal, from_handler[0]) + 1, &waited, nullptr, nullptr,
                             limited ? &tenth : nullptr);
  if (found < 0) return errno == EINTR ? Came::signal : Came::bytes;
  if (found == 0) return Came::nothing;
  if (from_handler[0] < 0 || !FD_ISSET(from_handler[0], &waited)) return Came::bytes;
  empty_pipe();
  return Came::signal;
}

// A signal that has come may have changed its action: that stays.
RawMode::~RawMode() {
  ::tcsetattr(raw_terminal, TCSADRAIN, &terminal_before);
  for (std::size_t i = 0; i < std::size(raw_signals); ++i) {
    struct sigaction now {};
    ::sigaction(raw_signals[i], nullptr, &now);
    if (now.sa_handler == leave_raw_mode) {
      ::sigaction(raw_signals[i], &actions_before[i], nullptr);
    }
  }
}

}  // namespace holo
