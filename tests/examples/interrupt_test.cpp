// interrupt_test.cpp: the first signal is told and ends nothing; the second one is fatal; an
// ignored one stays so; afterwards all is as before.
#include "gpt/interrupt.h"

#include <doctest/doctest.h>

#include <csignal>

#include "child_process.h"
#include "examples/captured.h"

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

TEST_CASE("interrupt: the first signal is told, and forgotten by the next one that waits") {
  const Captured err(2);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGPIPE}) {
    const auto before = std::signal(signal, SIG_DFL);  // nohup ignores SIGHUP
    {
      const Interrupt interrupt;
      CHECK(interrupt.signal() == 0);
      ::raise(signal);
      CHECK(interrupt.signal() == signal);
    }
    std::signal(signal, before);
  }
}

TEST_CASE(
    "interrupt: a sentence says how to stop at once, but to nobody when the reader has gone") {
  const Captured err(2);
  const Interrupt interrupt;
  ::raise(SIGPIPE);
  CHECK(err.text() == "");
  ::raise(SIGINT);
  CHECK(err.text() == "\nStopping after this step (Ctrl-C again: at once, without saving)\n");
}

TEST_CASE("interrupt: the second signal ends the program, and so does one afterwards") {
  const Captured err(2);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGPIPE}) {
    CAPTURE(signal);
    CHECK(end_of(signal, [=] {
            const Interrupt interrupt;
            ::raise(signal);
            ::raise(signal);
          }) == 128 + signal);
    CHECK(end_of(signal, [=] {
            { const Interrupt interrupt; }
            ::raise(signal);
          }) == 128 + signal);
  }
}

TEST_CASE("interrupt: a signal that is ignored stays ignored") {
  const auto before = std::signal(SIGHUP, SIG_IGN);
  {
    const Interrupt interrupt;
    ::raise(SIGHUP);
    CHECK(interrupt.signal() == 0);
  }
  const bool stays = std::signal(SIGHUP, before) == SIG_IGN;
  CHECK(stays);
}

}  // namespace interrupt_test
