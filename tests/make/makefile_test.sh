#!/bin/bash
# makefile_test.sh: the Makefile builds what it says: one folder for each configuration, rebuilds
# after a change and only then, errors in one clear line.
set -u
. "$HOLO_ROOT/tests/make/tiny_tree.sh"

# ---- help ----

m help
missing=
targets=$(sed -n '/^targets :=/,/[^\\]$/p' Makefile | tr ' \\' '\n\n' | grep '^[a-z]')
for target in ${targets#targets} run-NAME; do
  says "^  $target  *[^ ]" || missing="$missing $target"
done
echo "it lacks$missing" >> "$here/log"
is 'help lists every target' test -n "$targets" -a -z "$missing"
m help DEBUG=1 PREFIX=/some/where
says '^  DEBUG=1 ' && says '^  PREFIX=/some/where '
is 'help shows the values of the settings' test $? = 0

# ---- build, once ----

m -j8
is 'a first build under -j8' \
  test -x "build/$name/bin/07_microgpt" -a -f "build/$name/libhologradient.a"
is 'the probes say what they found' says "^found: .*fmt [0-9]+\.[0-9]+\.[0-9]+; .*OpenMP"
is 'and nothing else' silent_on 'probe.*\.sh: '
m
is 'a second build compiles nothing, and probes nothing' eval 'test "$(compiled)" = 0 && silent_on "^found:"'
m run-07_microgpt
build/"$name"/bin/07_microgpt > "$here/names"
is 'the built-in names are the file, byte for byte' cmp "$here/names" examples/data/names.txt
m run-07_microgpt ARGS="--a 'b c'"
is 'run-NAME passes ARGS' says '^\[--a\]\[b c\]$'
m exact DATA='my file' ARGS='--seed 7'
is 'exact asks for the exact mode' says '^\[--exact\]\[--data\]\[my file\]\[--seed\]\[7\]$'
refuses run-nothing && says '^error: run-nothing: no such example; expected .*run-07_microgpt'
is 'run-NAME names the examples' test $? = 0
refuses run-7 && says '^error: run-7: no such example; expected one of: run-07_microgpt$'
is 'or those that begin so' test $? = 0
explains 'a target that is none' 'make tset: no such target; expected .*Try: make help\.' tset
explains 'an example without run-' 'make info: no such target; .*Try: make run-info\.' info

# ---- rebuilds: after a change, and only what it touches ----

m; touch include/holo/check.h; m
is 'a changed header rebuilds what includes it' test "$(compiled)" = 1
echo 'int gone();' > include/holo/gone.h && sed -i.old '1i\
#include "holo/gone.h"' src/base/check.cpp; m
mv src/base/check.cpp.old src/base/check.cpp; rm include/holo/gone.h
is 'a header that is gone, and that nothing includes any more, stops no build' m
m CPPFLAGS=-DSOMETHING
is 'a changed flag rebuilds all' test "$(compiled)" = 10
m
is 'a flag taken away rebuilds all' test "$(compiled)" = 10
m
is 'the same flags rebuild nothing' test "$(compiled)" = 0
rm src/nn/deep.cpp; m
ar t build/"$name"/libhologradient.a > "$here/log"
is 'a removed source leaves the library' silent_on deep
touch examples/data/names.txt; m
is 'a changed data file is embedded again' test "$(compiled)" = 1
# ---- units: the files of a room, compiled as one ----

echo 'int there;' > src/base/there.cpp
m; printf 'const char* here();\nconst char* here() { return __FILE__; }\n' > src/base/here.cpp; m
is 'a new file joins its unit' test "$(compiled)" = 1
m
is 'which is compiled once' test "$(compiled)" = 0
touch src/base/check.cpp; m UNITY=0
is 'UNITY=0 compiles each file by itself' test "$(compiled)" = 3
rm src/base/here.cpp; m
is 'a removed file leaves its unit' test "$(compiled)" = 1
# A stand-in for a compiler that is replaced by a newer one of the same name.
cat > "$here/bin/cc-of-today" << END
#!/bin/sh
[ "\$*" != --version ] || { cat "$here/version"; exit; }
exec $CXX "\$@"
END
chmod +x "$here/bin/cc-of-today"
echo 'today 1.0' > "$here/version"
m CXX="$here/bin/cc-of-today" run-info
echo 'today 2.0' > "$here/version"
m CXX="$here/bin/cc-of-today" run-info
is 'a new version of the compiler rebuilds all' test "$(compiled)" = 3

# ---- one folder for each configuration ----

folder() {
  m help "${@:2}"
  is "$1 has its own folder" grep -q -F "would be build/$1 " "$here/log"
}
folder "$name-debug-san-address-undefined" DEBUG=1 SAN=address,undefined
folder "$name-arch-x86-64-v3" ARCH=x86-64-v3
folder "$name-arch-any" ARCH=
folder "$name-serial-double" OMP=0 REAL=double
m -j4 run-info OMP=0 REAL=double ARCH=
is 'OMP=0 REAL=double build what they say' says 'real = double, no OpenMP$'
is 'without OpenMP the build says so' says '^found: .*no OpenMP'
DEBUG=1 ARCH=arm64 m help
is 'the environment does not change the build by surprise' \
  grep -q -F "would be build/$name " "$here/log"

# ---- CUDA: by nvcc, or as C++ for the emulator ----

mkdir -p src/backend/cuda src/emulator/include
cat > src/emulator/include/cuda_runtime.h << 'END'
#define __global__
END
cat > src/backend/cuda/tiny.cu << 'END'
#include <cuda_runtime.h>
__global__ void tiny_kernel(float* x) { *x = 1; }
END
m all run-info CUDA=emu
is 'CUDA=emu compiles a .cu as C++' says '^  CXX    src/backend/cuda/tiny\.cu$'
is 'and no object that the build without it has' test "$(compiled)" = 2  # the .cu and version.cpp
is 'the version says that it is emulated' says '^hologradient .*, CUDA emulator$'
if command -v nvcc > /dev/null || [ -e /usr/local/cuda/bin/nvcc ]; then
  explains 'a wrong CUDA_ARCH is explained' \
    "CUDA=1: .*nvcc with .* cannot compile for CUDA_ARCH='abacus' .*; expected .*Try: " \
    CUDA=1 CUDA_ARCH=abacus
else
  echo 'SKIP make: no nvcc here'
fi
rm -r src/backend

# ---- errors: one line that says what to do ----

explains 'MPI=1 without an MPI is explained' \
  'MPI=1: no program builds with .*no-mpicxx.*expected Open MPI or MPICH. Try: ' MPI=1 MPICXX=no-mpicxx
explains 'CUDA=1 without nvcc is explained' \
  'CUDA=1: no no-nvcc here; expected .*NVCC=.*Try: install .*, or make CUDA=emu' CUDA=1 NVCC=no-nvcc
explains 'a wrong CUDA is explained' 'CUDA=yes: unknown; expected one of: 0 1 emu' CUDA=yes
explains 'CUDA=1 with a sanitizer is explained' \
  'SAN=address: no sanitizer .*expected .*Try: make CUDA=emu SAN=address' CUDA=1 SAN=address

explains 'a wrong CXX is explained' \
  'CXX=no-such-compiler: no such compiler; expected .*Try: make CXX=' CXX=no-such-compiler
CXXFLAGS=-std=c++17 explains 'CXXFLAGS of the shell are explained' \
  "-std=c\+\+17 *: cannot build a C\+\+20 program.*also in your shell. Try: make .*CXXFLAGS="
explains 'LDFLAGS that cannot work are explained' '-lnowhere: cannot build .*Try: make .* LDFLAGS=' LDFLAGS=-lnowhere
explains 'a wrong DEBUG is explained' 'DEBUG=yes: unknown; expected one of: 0 1' DEBUG=yes
explains 'a wrong REAL is explained' 'REAL=half: unknown; expected one of: float double' REAL=half
explains 'a wrong SAN is explained' \
  'SAN=adress: unknown; expected some of address undefined' SAN=adress
m races clang=no-clang
is 'races without ThreadSanitizer are skipped' says '^races: skipped, no no-clang with'
explains 'a wrong ARCH is explained' 'ARCH=abacus: .* refuses it; .*Try: ' ARCH=abacus
explains 'a CXX with an open quote is explained' 'CXX=g.. ": no such compiler; expected .*Try: make CXX=g\+\+' CXX='g++ "'
m help CXX="'"
is 'help shows any CXX' says "^  CXX=' "

explains 'a target that is gone says what to type' 'make gdb is gone. Try: make debug' gdb
explains 'a setting that is gone says what to type' 'HINT=1: is gone. Try: the hints at the end' HINT=1
explains 'a setting that never was is refused' 'debug=1: no such setting; expected one that make help lists' debug=1
is 'names that make and packagers know are none of ours' m help CC=cc AR=ar CFLAGS=-O2 TMPDIR=/tmp

# A tree that cannot be written: a file is where a folder should be, which stops root as well.
mv build "$here/build"
: > build
explains 'a tree that cannot be written is explained' \
  'build/[^ ]*: cannot be written; expected a folder of your own\. Try: make B=/a/folder/of/yours' demo
elsewhere=$here/elsewhere
m B="$elsewhere" demo
is 'B builds elsewhere, and a program that writes into build/ writes there' says "^\[--out\]\[$elsewhere/build/demo/names\.safetensors\]$"
m B="$elsewhere" demo ARGS='--out mine'
is 'unless you name a place' says '^\[--out\]\[mine\]$'
explains 'a folder B with a space is explained' 'B=.*: has a space or .*Try: make B=/' B="$here/two words"
rm build

# ---- the version, clean, floors, format ----

sed -i.old 's/_MINOR .*/_MINOR 77/' include/holo/version.h
m install DESTDIR="$here/stage" ARCH=
cat "$here"/stage/usr/local/lib/pkgconfig/*.pc >> "$here/log"
is 'version.h is the one place of the version' says '^Version: 0\.77\.'
is 'install ARCH= says what it was built for' says 'built for any machine'

m compile_flags.txt && is 'compile_flags.txt has the folders of a test' grep -q -x -e -Itests compile_flags.txt
m -j4 clean run-info
is 'clean under -j comes before what is built' test -f "build/$name/bin/info" -a ! -e compile_flags.txt

m check-floors
is 'check-floors accepts includes that point down' says 'all point down'
# floor FILE INCLUDED PATTERN: this include is refused.
floor() {
  local pattern=$3
  printf '#include "%s"\n' "$2" > "$1"
  is "check-floors refuses $2 in $1" eval 'refuses check-floors && says "$pattern"'
  rm "$1"
}
mkdir -p src/{scalar,ops,backend/cpu}
touch src/scalar/tape.cpp src/nn/layers.cpp src/backend/cpu/vec.h
floor src/base/random.cpp holo/value.h 'src/base/random.cpp:1: base includes .* of scalar, a floor above'
floor include/holo/value.h holo/nn/layers.h 'scalar includes .* of nn, a floor above'
floor include/holo/ops.h holo/value.h 'not to know each other'
floor src/unheard.cpp holo/check.h 'has no room'
floor src/ops/softmax.cpp backend/cpu/vec.h 'a wing; expected the spine only'
floor src/ops/softmax_cpu.cpp holo/ops.h 'raw pointers'
if command -v clang-format > /dev/null 2>&1; then
  echo 'int   ugly( ) ;' > src/base/ugly.cpp
  is 'format-check fails on a file of another layout, and format repairs it' eval 'refuses format-check && m format && m format-check'
else
  echo 'SKIP make: format-check: no clang-format'
fi

# ---- a program is compiled and linked with the folders whose headers it includes, directly or through others ----

mkdir -p src/text examples/shared examples/other
echo 'int deep();' > src/nn/deep.h
printf '#include "nn/deep.h"\nint deep() { return 2; }\n' > src/nn/deep.cpp
echo 'int text() { return 3; }' > src/text/text.cpp
printf '#include "nn/deep.h"\nint shared();\n' > examples/shared/shared.h
printf '#include "shared/shared.h"\nint shared() { return deep(); }\n' > examples/shared/shared.cpp
echo 'int other() { return 4; }' > examples/other/other.cpp
echo 'int main() {}' > examples/01_nothing.cpp
printf '#include "shared/shared.h"\nint main() { return shared() - 2; }\n' > examples/02_shared.cpp
m run-01_nothing
is 'a program that includes nothing waits for its own file alone' \
  test "$(grep -c '^  [A-Z]' "$here/log")" = "$(grep -c -E '^  (PCH|CXX    examples/01_nothing|LINK) ?' "$here/log")"
m run-02_shared
is 'a program is linked with a folder that it includes, and with what that folder includes' \
  eval 'says "CXX.*shared/shared.cpp" && says "CXX.*nn/deep.cpp" && says "LINK"'
is 'and with no other' silent_on 'text.cpp|other.cpp|base/|  AR '
printf '#include "holo/check.h"\nint main() { return one() - 1; }\n' > examples/01_nothing.cpp
m run-01_nothing
is 'a new include brings its folder' says 'CXX.*src/base/'

cd "$HOLO_ROOT" || exit 1
make --no-print-directory -n CXX="$CXX" B="$here/first" run-01_value > "$here/log" 2>&1
is 'the first run of chapter 1 compiles the scalar engine, and neither Tensors nor the trace' \
  eval 'says "CXX.*src/scalar/" && silent_on "CXX.*src/(ops|tensor|backend|trace|files|nn)/"'
