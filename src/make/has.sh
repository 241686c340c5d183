#!/bin/sh
# has.sh GOAL COMMAND: prints nothing if this machine has everything that a goal of the Makefile needs; otherwise a line
# that says what is missing, with status 1. GOAL is tour or debug (as debugger.sh chooses), gdb or gdb-kernel (COMMAND:
# a gdb), fuzz or races (a clang++ with its flags), engine (em++), test-32 (the compiler for 32 bits).
goal=$1 command=$2

# links SOURCE FLAGS: true if the compiler makes a program from it.
links() {
  program=$(mktemp) || exit 1
  (printf '%s\n' "$1" | eval "$command $2 -x c++ - -o $program" || exit 1) > /dev/null 2>&1
  linked=$?
  rm -f "$program"
  return $linked
}

# For libFuzzer, which has its own main().
fuzzed='extern "C" int LLVMFuzzerTestOneInput(const unsigned char*, decltype(sizeof 0)) { return 0; }'
case $goal in
  fuzz)
    links "$fuzzed" -fsanitize=fuzzer,address,undefined && exit
    echo "make fuzz: $command with libFuzzer is not here; expected clang 14 or newer. Try: sudo apt \
install clang"
    ;;
  tour | debug)
    found=$(sh "$(dirname "$0")/debugger.sh") && exit
    echo "make $goal: $found"
    ;;
  gdb | gdb-kernel)
    [ -z "$(eval "$command -nx -batch -ex 'python print(1)'" 2> /dev/null)" ] || exit 0
    echo "make $goal: no $command with Python; expected gdb. Try: sudo apt install gdb (dnf, pacman and \
brew have it under the same name)"
    ;;
  races)
    links 'int main() {}' '-fsanitize=thread -fopenmp' &&
      [ -n "$(sh "$(dirname "$0")/archer.sh" "$command")" ] && exit
    echo "races: skipped, no $command with ThreadSanitizer and libarcher.so here"
    echo '0 passed, 0 failed, 1 skipped'
    ;;
  engine)
    command -v "$command" > /dev/null 2>&1 && command -v node > /dev/null 2>&1 && command -v gzip > /dev/null 2>&1 && exit
    echo "engine: skipped, no $command or no node here. Try: sudo apt install emscripten"
    echo '0 passed, 0 failed, 1 skipped'
    ;;
  test-32)
    links '#include <cerrno>
#include <string>
int main() { static_assert(sizeof(void*) == 4); }' && exit
    echo "test-32: skipped, $command makes no programs here. Try: sudo apt install g++-12-multilib"
    echo '0 passed, 0 failed, 1 skipped'
    ;;
esac
exit 1
