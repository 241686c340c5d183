#!/bin/bash
# levels_test.sh: a build for any machine (make ARCH=) has the fast kernels once for each level of
# x86-64; what is compiled for a level stays within it; HOLO_CPU_LEVEL chooses; and the tests of
# kernels pass at each level that runs here.
set -u
pass() { echo "PASS levels: $1"; }
is() {
  local name=$1
  shift
  if "$@" > log 2>&1; then pass "$name"; else echo "FAIL levels: $name: $(tail -n 3 log | head -c 300)"; fi
}
refuses() { ! "$@"; }

cat > user.cpp << 'END'
#include <cstdio>
#include "holo/check.h"
#include "holo/device.h"
int main() {
  try {
    std::printf("level %s\n", holo::cpu_level());
  } catch (const holo::UsageError& error) {
    std::printf("%s\n", error.what());
    return 2;
  }
}
END
if ! eval "$HOLO_COMPILE_QUICK user.cpp -o user.out $HOLO_LIBS" > log 2>&1; then
  echo "FAIL levels: a program with the library builds: $(head -n 1 log)"
  exit 0
fi
# prints CODE TEXT LEVEL: what the program says with HOLO_CPU_LEVEL=LEVEL.
prints() {
  HOLO_CPU_LEVEL=$3 ./user.out > out
  [ $? = "$1" ] && cat out && [ "$(cat out)" = "$2" ]
}

if [ ! -d "$HOLO_OBJECTS/levels" ]; then
  is 'a build for one kind of processor has no level' prints 0 'level ' ''
  is 'and refuses to choose one' prints 2 "HOLO_CPU_LEVEL: 'x86-64'; expected none in a build that \
has the kernels once. Try: make ARCH= on x86-64, which has all levels" x86-64
  echo 'SKIP levels: this build has the kernels once: make ARCH= test'
  exit 0
fi

# ---- the choice ----

runs() { HOLO_CPU_LEVEL=$1 ./user.out > /dev/null; }
here=
for level in x86-64 x86-64-v3 x86-64-v4; do ! runs $level || here="$here $level"; done
best=${here##* }
names=$(printf '%s' "${here# }" | sed 's/ /, /g; s/\(.*\), /\1 or /')
is "without a choice: $best" prints 0 "level $best" ''
for level in $here; do is "HOLO_CPU_LEVEL=$level" prints 0 "level $level" $level; done
is 'HOLO_CPU_LEVEL that names none' prints 2 "HOLO_CPU_LEVEL: 'x86-64-v9'; expected $names" x86-64-v9
for level in x86-64-v3 x86-64-v4; do
  case " $here " in *" $level "*) continue ;; esac
  is "$level is not here" prints 2 \
    "HOLO_CPU_LEVEL: '$level', which this machine does not have; expected $names" $level
done

# ---- what a level shares with the rest of a program ----

# closed OBJECT NAME: of its own names only that function is seen outside, no group of sections may
# be exchanged for one of another object, and nothing of it runs before main.
closed() {
  local seen
  seen=$(nm --defined-only "$1" | awk '$(NF - 1) ~ /^[A-Ziu-w]$/ { print $NF }')
  printf '%s\n' "$seen" | head -n 3
  [ "$(printf '%s\n' "$seen" | grep -c .)" = 1 ] && case $seen in *"$2"*) ;; *) false ;; esac &&
    ! readelf --section-groups --wide "$1" | grep -i 'group section' &&
    ! readelf --sections --wide "$1" | grep -E 'init_array|ctors'
}
for level in x86-64 x86-64-v3 x86-64-v4; do
  is "$level is closed but for one function" closed "$HOLO_OBJECTS/levels/$level.o" "cpu_of_${level//-/_}"
done

# The same of what would not be: a template, a variable of a header, and one that is set before main.
cat > leak.cpp << 'END'
template <class T>
[[gnu::noinline]] T leak(T x) { return x * x; }
int cpu_of_test(int x);
int cpu_of_test(int x) { return leak(x) + leak(x + 1); }
END
cat > table.cpp << 'END'
inline int table[2] = {1, 2};
int cpu_of_test(int i);
int cpu_of_test(int i) { return table[i]; }
END
cat > early.cpp << 'END'
int cpu_of_test();
int cpu_of_other();
static const int early = cpu_of_other();
int cpu_of_test() { return early; }
END
flags=$(sed -n 's/^cpu_level_flags := //p' "$HOLO_BUILD/found.mk")
for source in leak table early; do
  eval "$HOLO_COMPILE $flags -O0 -c $source.cpp -o $source.o" > log 2>&1
  sh "$HOLO_ROOT/src/make/join_level.sh" $source.level.o cpu_of_test $source.o
done
for source in leak table; do
  is "a $source that is not joined is seen" refuses closed $source.o cpu_of_test
  is "a $source that is joined is local" closed $source.level.o cpu_of_test
done
is 'what runs before main is seen' refuses closed early.level.o cpu_of_test

# ---- the tests of kernels, at each level ----

if [ ! -e "$HOLO_BUILD/bin/tests" ]; then
  echo 'SKIP levels: the tests are not built here: make ARCH= test'
  exit 0
fi
# Vec itself, the pool and the kernels of a GPU have no levels. Gradients are compared with differences at one
# of them: at each they are with the formulas, and with the plain kernels.
kernels='*tests/backend/*,*tests/ops/*,*tensor_same_bits_test.cpp'
others='*/vec_*,*/pool_*,*/cuda_*'
# All levels at once; what they say is read when they have ended.
for level in $here; do
  [ "$level" != "$best" ] || kernels="$kernels,*tensor_gradcheck_test.cpp"
  (cd "$HOLO_ROOT" && HOLO_CPU_LEVEL=$level "$HOLO_BUILD/bin/tests" --source-file="$kernels" \
    --source-file-exclude="$others") > "$level.log" 2>&1 &
done
wait
pass_at() { cat "$1.log" && grep -q 'Status: SUCCESS' "$1.log"; }
for level in $here; do is "the tests of kernels at $level" pass_at "$level"; done
