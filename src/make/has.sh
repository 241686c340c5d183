#!/bin/sh
# has.sh WHAT COMMAND: prints something when this machine has what a goal of the Makefile needs, and
# nothing when it has not. WHAT is python (COMMAND: a gdb), fuzzer or races (COMMAND: a clang++).
what=$1
shift

# links SOURCE FLAGS...: true when the compiler makes a program of it.
links() {
  source=$1 program=$(mktemp) || exit 1
  shift
  echo "$source" | "$@" -x c++ - -o "$program" 2> /dev/null
  linked=$?
  rm -f "$program"
  return $linked
}

# For libFuzzer, which brings a main() along.
fuzzed='extern "C" int LLVMFuzzerTestOneInput(const unsigned char*, decltype(sizeof 0)) { return 0; }'
case $what in
  python) "$@" -nx -batch -ex 'python print("yes")' 2> /dev/null ;;
  fuzzer) ! links "$fuzzed" "$@" -fsanitize=fuzzer,address,undefined || echo yes ;;
  races)
    links 'int main() {}' "$@" -fsanitize=thread -fopenmp || exit 0
    # Archer tells ThreadSanitizer what OpenMP synchronises.
    folder=$("$@" -print-resource-dir 2> /dev/null)
    for file in "$("$@" -print-file-name=libarcher.so)" "$folder/../../libarcher.so"; do
      [ ! -e "$file" ] || { echo "$file"; break; }
    done
    ;;
esac
