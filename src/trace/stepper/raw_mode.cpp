// raw_mode.cpp: what a signal handler needs is global.
#include "trace/stepper/raw_mode.h"

#include <termios.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <iterator>

namespace holo {
namespace {

// The last two only end the read of a key; all others end or stop the program.
constexpr int raw_signals[] = {SIGINT,  SIGTERM, SIGHUP,  SIGQUIT, SIGTSTP, SIGABRT,
                               SIGSEGV, SIGBUS,  SIGFPE,  SIGILL,  SIGALRM, SIGUSR1,
                               SIGUSR2, SIGXCPU, SIGPIPE, SIGCONT, SIGWINCH};

int raw_terminal = -1;
termios terminal_before;
struct sigaction actions_before[std::size(raw_signals)];

bool is_set_by_user(const struct sigaction& action) {
  return action.sa_handler != SIG_DFL && action.sa_handler != SIG_IGN;
}

// The terminal as it was; then the signal once more, for the program's own action.
void leave_raw_mode(int signal) {
  if (signal == SIGCONT || signal == SIGWINCH) return;
  const int error = errno;
  ::tcsetattr(raw_terminal, TCSANOW, &terminal_before);
  for (std::size_t i = 0; i < std::size(raw_signals); ++i) {
    if (raw_signals[i] == signal) ::sigaction(signal, &actions_before[i], nullptr);
  }
  ::raise(signal);
  errno = error;
}

}  // namespace

RawMode::RawMode(std::FILE* in) {
  raw_terminal = ::fileno(in);
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
