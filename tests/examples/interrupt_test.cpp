// interrupt_test.cpp: the first signal is told and ends nothing; the second one is fatal; an
// ignored one stays so; afterwards all is as before.
#include "gpt/interrupt.h"

#include <doctest/doctest.h>

#include <csignal>
#include <string>

#include "examples/captured.h"
#include "helpers.h"

namespace interrupt_test {
namespace {

using holo::Interrupt;

// How a process ends in which `signal` means what it does in a program, and that calls `body`.
template <class Body>
int end_of(int signal, Body body) {
  ChildProcess child([&] {
    std::signal(signal, SIG_DFL);  // doctest has handlers
    body();
    return 0;
  });
  return child.wait();
}

}  // namespace

TEST_CASE("interrupt: the first signal is told, the second one is fatal, an ignored one stays so") {
  const Captured err(2);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGPIPE}) {
    CAPTURE(signal);
    CHECK(end_of(signal, [=] {
            Interrupt interrupt;
            ::raise(signal);
            if (interrupt.signal() == signal) ::raise(signal);
          }) == 128 + signal);
    CHECK(end_of(signal, [=] {
            { const Interrupt interrupt; }
            ::raise(signal);
          }) == 128 + signal);
    CHECK(end_of(signal, [=] {
            std::signal(signal, SIG_IGN);
            const Interrupt interrupt;
            ::raise(signal);
            ::raise(signal);
          }) == 0);
  }
  const std::string said = "\nStopping after this step (Ctrl-C again: at once, without saving)\n";
  CHECK(err.text() == said + said + said);  // nothing when the reader has gone
}

}  // namespace interrupt_test
