#!/bin/bash
# stepper_keys_test.sh: the stepper on a terminal, one that python3 makes: what stepper_keys_test.py
# asks of its keys.
set -u
what='keys of the stepper'
. "$HOLO_ROOT/tests/skips.sh"
python3 -c 'import fcntl, pty, termios' 2> /dev/null || skip 'no python3 with pty here'

# Labels of one, two and three bytes a letter; "listen": Ctrl-C as train_gpt hears it.
cat > keys.cpp << 'END'
#include <unistd.h>

#include <csignal>
#include <cstdio>

#include "holo/stepper.h"
#include "holo/trace.h"
#include "holo/value.h"

using namespace holo;

void hear(int) {
  if (::write(STDOUT_FILENO, "heard\n", 6) < 0) std::_Exit(3);
}

int main(int argc, char**) {
  TraceLog log;
  {
    const Trace trace(log, {.places = false});
    const Value x(3.0, "x"), size(2.0, "größe"), count(5.0, "数数");
    (x * size * count).backward();
  }
  if (argc > 1) {
    struct sigaction action {};
    action.sa_handler = hear;
    action.sa_flags = static_cast<int>(SA_RESETHAND) | SA_RESTART;
    ::sigaction(SIGINT, &action, nullptr);
  }
  step_through(log, stdin, stdout);
  std::puts("after");
}
END
if ! eval "$HOLO_COMPILE_QUICK -o keys.out keys.cpp $HOLO_LIBS" > log 2>&1; then
  echo "FAIL $what: the program does not build: $(grep -m 1 -E 'error|undefined' log)"
  exit 0
fi
python3 -B "$HOLO_ROOT/tests/trace/stepper_keys_test.py" ./keys.out
