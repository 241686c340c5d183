#!/bin/bash
# install_test.sh: an installed library serves a program built by pkg-config and by CMake; what cannot
# work is refused before anything is written; uninstall leaves nothing. pages_test.sh has the plain compiler line.
set -u
case ${HOLO_SETTINGS:-} in *SAN=\'[a-z]*) echo 'SKIP install: not with sanitizers'; exit 0 ;; esac
here=$PWD
eval "settings=($HOLO_SETTINGS)"
make_quiet() {
  make -C "$HOLO_ROOT" --no-print-directory CXX="$CXX" "${settings[@]}" "$@" > "$here/log" 2>&1
}

# check NAME COMMAND...: the command's own words are the reason when it fails.
check() {
  local name=$1
  shift
  if "$@" > "$here/log" 2>&1; then
    echo "PASS $name"
  else
    echo "FAIL $name: $(grep -m 1 -i -E 'error|undefined|cannot|differ|left' "$here/log" || tail -n 1 "$here/log")"
  fi
}

# ---- refused in one line, and nothing is written ----

# refused PATTERN ARGS...
refused() {
  ! make_quiet install "${@:2}" && grep -v '^make: \*\*\*' log > words && [ "$(grep -c . words)" = 1 ] && grep -E -e "$1" words
}
: > a_file
check 'a relative PREFIX is refused' refused '^make install: PREFIX=place: expected a path .*Try: ' PREFIX=place
check 'a relative LIBDIR is refused' refused '^make install: LIBDIR=lib64: expected ' PREFIX="$here/no" LIBDIR=lib64
check 'an empty PREFIX is refused' refused '^make install: PREFIX=: expected ' PREFIX= DESTDIR="$here/no"
check 'a PREFIX with a space is refused' refused '^make install: PREFIX=.*expected ' PREFIX="$here/no 1"
check 'a PREFIX that cannot be written is refused' refused '^make install: cannot write .*a_file.*\(.*\); expected .*Try: ' \
  PREFIX="$here/a_file"
check 'and nothing was written' test ! -e "$here/no" -a ! -e "$HOLO_ROOT/place"

# ---- installed ----

cat > user.cpp << 'END'
#include <cstdio>

#include "holo/holo.h"

int main() {
  std::puts(holo::build_info().c_str());
  std::printf("%d\n", static_cast<int>(sizeof(holo::real)));
}
END
eval "$HOLO_COMPILE user.cpp -o expected.out $HOLO_LIBS" && ./expected.out > expected.txt
if [ ! -s expected.txt ]; then
  echo 'FAIL install: the program does not build against the build folder'
  exit 0
fi

# runs PROGRAM: it prints what the program built inside the build folder prints.
runs() {
  "./$1" > "$1.txt" && cmp -s "$1.txt" expected.txt && return
  echo "output differs: $(head -n 1 "$1.txt")"
  false
}

stage="$here/o'b \"c\" & d" place=$here/place
(umask 077 && make_quiet install DESTDIR="$stage" PREFIX=/usr) || { echo "FAIL install into DESTDIR: $(tail -n 1 log)"; exit 0; }
echo 'PASS install into a DESTDIR of any name'
cp log words
check 'install says what it was built for' grep -q 'built for' words
all_can_read() { [ -z "$(find "$stage/usr" \( -type f ! -perm -444 -o -type d ! -perm -555 \))" ]; }
check 'with umask 077 all can read what was installed' all_can_read
make_quiet install PREFIX="$place" || echo "FAIL install into PREFIX: $(tail -n 1 log)"
without_stage() { ! grep -rIl "$stage" "$stage"; }
check 'DESTDIR stays out of the installed files' without_stage
real=$(grep -o -e '-DHOLO_REAL=[a-z]*' "$place/lib/pkgconfig/hologradient.pc")

# by_pkg_config PROGRAM VARIABLE=VALUE...
by_pkg_config() {
  local program=$1 words
  shift
  words=$(env "$@" pkg-config --cflags --libs hologradient) || return 1
  eval "$CXX -std=c++20 user.cpp -o $program $words" && runs "$program"
}
if command -v pkg-config > /dev/null 2>&1; then
  check 'pkg-config' by_pkg_config pc_place PKG_CONFIG_PATH="$place/lib/pkgconfig"
  version=$(PKG_CONFIG_PATH="$place/lib/pkgconfig" pkg-config --modversion hologradient)
  check "pkg-config knows version $version" grep -q "hologradient $version," expected.txt
else
  echo 'SKIP pkg-config: not installed'
fi

cat > CMakeLists.txt << 'END'
cmake_minimum_required(VERSION 3.13)
project(user CXX)
find_package(hologradient REQUIRED CONFIG)
add_executable(user user.cpp)
target_link_libraries(user PRIVATE hologradient::hologradient)
END
by_cmake() {
  cmake -S . -B build -DCMAKE_PREFIX_PATH="$1" && cmake --build build && cp build/user by_cmake && runs by_cmake
}
if command -v cmake > /dev/null 2>&1; then
  check 'CMake' by_cmake "$place"
else
  echo 'SKIP CMake: not installed'
fi

# An extension of Python, for example, is a shared object that has the library in it.
check 'the library becomes a part of a shared object' eval "$HOLO_COMPILE -shared user.cpp -o user.so $HOLO_LIBS"

# A program and a library that differ in REAL, or in their containers, must not link.
# differs WORDS FLAGS: the linker says these words of a program with these flags.
printf '#include "holo/version.h"\nint main() { return static_cast<int>(holo::build_info().size() + sizeof(holo::real)); }\n' > small.cpp
differs() {
  ! eval "$CXX -std=c++20 $2 -I'$place/include' small.cpp -o other.out $HOLO_LIBS" > link.log 2>&1 && grep -q "undefined.*$1" link.log
}
other=double
case $real in *double) other=float ;; esac
check "a program with REAL=$other does not link to this library" differs "library_is_built_with_REAL_$other" "-DHOLO_REAL=$other"
if echo '#include <cstddef>' | $CXX -x c++ -E -dM - | grep -q __GLIBCXX__; then
  check 'a program with the containers of -D_GLIBCXX_DEBUG does not link' \
    differs library_is_built_with_D_GLIBCXX_DEBUG "$real -D_GLIBCXX_DEBUG"
else
  echo 'SKIP install: another standard library has other macros'
fi

# uninstall takes away its own files and folders, and nothing of anybody else.
touch "$place/include/other.h"
make_quiet uninstall DESTDIR="$stage" PREFIX=/usr || echo "FAIL uninstall from DESTDIR: $(tail -n 1 log)"
make_quiet uninstall PREFIX="$place" || echo "FAIL uninstall from PREFIX: $(tail -n 1 log)"
left() { (cd "$1" && find . -type f -o -name 'holo*' | sort | tr '\n' ' '); }
check 'uninstall leaves nothing of ours in DESTDIR' test -z "$(left "$stage")"
check 'uninstall leaves only what is not ours in PREFIX' test "$(left "$place")" = './include/other.h '
