// interrupt.cpp: the handler of the first Ctrl-C.
#include "gpt/interrupt.h"

#include <unistd.h>

#include <string_view>

namespace holo {
namespace {

volatile std::sig_atomic_t interrupted = 0;

void note(int) {
  interrupted = 1;
  constexpr std::string_view text =
      "\nCtrl-C: this step is the last one (again: stop at once, without saving)\n";
  const ssize_t ignored = ::write(STDERR_FILENO, text.data(), text.size());
  static_cast<void>(ignored);
}

}  // namespace

Interrupt::Interrupt() {
  interrupted = 0;
  struct sigaction action {};
  action.sa_handler = note;
  action.sa_flags = static_cast<int>(SA_RESETHAND) | SA_RESTART;  // the second one is fatal
  ::sigaction(SIGINT, &action, &before_);
}

Interrupt::~Interrupt() { ::sigaction(SIGINT, &before_, nullptr); }

bool Interrupt::requested() const { return interrupted != 0; }

}  // namespace holo
