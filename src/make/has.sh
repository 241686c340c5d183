#!/bin/sh
# has.sh GOAL COMMAND: status 0 if this machine has everything that a goal of the Makefile needs; otherwise says what is
# missing, as a test does that is skipped. GOAL is fuzz or races (COMMAND: a clang++ with its flags), engine (em++) or
# test-32 (the compiler for 32 bits). has.sh archer COMMAND: prints the path of the library that tells clang++'s
# ThreadSanitizer about OpenMP's synchronisation, or nothing.
goal=$1 command=$2

# links SOURCE FLAGS: true if the compiler makes a program from it.
links() {
  program=$(mktemp) || exit 1
  (printf '%s\n' "$1" | eval "$command $2 -x c++ - -o $program" || exit 1) > /dev/null 2>&1
  linked=$?
  rm -f "$program"
  return $linked
}
archer() {
  folder=$(eval "$command -print-resource-dir" 2> /dev/null)
  for file in "$(eval "$command -print-file-name=libarcher.so" 2> /dev/null)" "$folder/../../libarcher.so"; do
    [ ! -e "$file" ] || { echo "$file"; break; }
  done
}

# For libFuzzer, which has its own main().
fuzzed='extern "C" int LLVMFuzzerTestOneInput(const unsigned char*, decltype(sizeof 0)) { return 0; }'
on_32_bits='#include <cerrno>
#include <string>
int main() { static_assert(sizeof(void*) == 4); }'
case $goal in
  archer) archer && exit ;;
  fuzz) links "$fuzzed" -fsanitize=fuzzer,address,undefined && exit || lacks="$command with libFuzzer" package=clang ;;
  races)
    links 'int main() {}' '-fsanitize=thread -fopenmp' && [ -n "$(archer)" ] && exit
    lacks="$command with ThreadSanitizer and libarcher.so" package='clang libomp-dev' ;;
  engine)
    command -v "$command" > /dev/null 2>&1 && command -v node > /dev/null 2>&1 && command -v gzip > /dev/null 2>&1 && exit
    lacks="$command or no node" package=emscripten ;;
  test-32) links "$on_32_bits" && exit || lacks="program for 32 bits by $command" package=g++-12-multilib ;;
esac
echo "$goal: skipped, no $lacks here. Try: sudo apt install $package"
echo '0 passed, 0 failed, 1 skipped'
exit 1
