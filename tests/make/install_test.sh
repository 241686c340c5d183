#!/bin/bash
# install_test.sh: an installed library serves a program built by pkg-config, by CMake and by a
# plain compiler line, from a staged tree and from its real place; uninstall leaves nothing.
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
    echo "FAIL $name: $(grep -m 1 -i -E 'error|undefined|cannot|differ|left' "$here/log" ||
      tail -n 1 "$here/log")"
  fi
}

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

stage=$here/stage
place="$here/R&D of us"  # what sed and shells give a meaning
if make_quiet install DESTDIR="$stage" PREFIX=/usr; then
  echo 'PASS install into DESTDIR'
else
  echo "FAIL install into DESTDIR: $(tail -n 1 log)"
  exit 0
fi
cp log words
check 'install says what it was built for' grep -q 'built for' words
make_quiet install PREFIX="$place" || echo "FAIL install into PREFIX: $(tail -n 1 log)"

# DESTDIR is for install lines only: no installed text may know it.
if grep -rIl "$stage" "$stage" > log; then
  echo "FAIL DESTDIR stays out of the installed files: $(head -n 1 log)"
else
  echo 'PASS DESTDIR stays out of the installed files'
fi
for file in lib/libhologradient.a lib/pkgconfig/hologradient.pc include/holo/{holo,version}.h; do
  check "installed $file" test -s "$stage/usr/$file"
done

# By a plain compiler line: the flags a README would name.
by_hand() {
  local words real
  words=${HOLO_LIBS#*/libhologradient.a} words=${words#\'}
  real=$(grep -o -e '-DHOLO_REAL=[a-z]*' "$1/lib/pkgconfig/hologradient.pc")
  eval "$CXX -std=c++20 $real -I'$1/include' user.cpp -o $2 -L'$1/lib' -lhologradient $words" &&
    runs "$2"
}
check 'a plain compiler line, staged' by_hand "$stage/usr" plain_stage
check 'a plain compiler line, in place' by_hand "$place" plain_place

# by_pkg_config PROGRAM VARIABLE=VALUE...
by_pkg_config() {
  local program=$1 words
  shift
  words=$(env "$@" pkg-config --cflags --libs hologradient) || return 1
  eval "$CXX -std=c++20 user.cpp -o $program $words" && runs "$program"
}
if command -v pkg-config > /dev/null 2>&1; then
  check 'pkg-config, in place' by_pkg_config pc_place PKG_CONFIG_PATH="$place/lib/pkgconfig"
  if [ "$(uname)" = Linux ]; then
    check 'pkg-config, staged with a sysroot' \
      by_pkg_config pc_stage PKG_CONFIG_SYSROOT_DIR="$stage" \
      PKG_CONFIG_PATH="$stage/usr/lib/pkgconfig" \
      PKG_CONFIG_ALLOW_SYSTEM_CFLAGS=1 PKG_CONFIG_ALLOW_SYSTEM_LIBS=1
  else
    echo 'SKIP pkg-config, staged with a sysroot: the packages here do not live under /usr'
  fi
  version=$(PKG_CONFIG_PATH="$place/lib/pkgconfig" pkg-config --modversion hologradient)
  check "pkg-config knows version $version" grep -q "hologradient $version," expected.txt
else
  echo 'SKIP pkg-config: not installed'
fi

cat > CMakeLists.txt << 'END'
cmake_minimum_required(VERSION 3.13)
project(user CXX)
find_package(hologradient 0.2 REQUIRED CONFIG)
add_executable(user user.cpp)
target_link_libraries(user PRIVATE hologradient::hologradient)
END
by_cmake() {
  cmake -S . -B "$1.build" -DCMAKE_PREFIX_PATH="$2" &&
    cmake --build "$1.build" && cp "$1.build/user" "$1" && runs "$1"
}
if command -v cmake > /dev/null 2>&1; then
  check 'CMake, staged' by_cmake cmake_stage "$stage/usr"
  check 'CMake, in place' by_cmake cmake_place "$place"
else
  echo 'SKIP CMake: not installed'
fi

# An extension of Python, for example, is a shared object that has the library in it.
check 'the library becomes a part of a shared object' eval "$HOLO_COMPILE -shared user.cpp -o user.so $HOLO_LIBS"

# A program and a library that differ in REAL must not link.
other=double
case $HOLO_SETTINGS in *REAL=*double*) other=float ;; esac
differs() {
  sed "s/^#include <cstdio>/#define HOLO_REAL $other\n&/" user.cpp > other.cpp
  ! eval "$CXX -std=c++20 -I'$place/include' other.cpp -o other.out $HOLO_LIBS" > link.log 2>&1 &&
    grep -q "undefined.*library_is_built_with_REAL_$other" link.log
}
check "a program with REAL=$other does not link to this library" differs

# And so must those whose containers differ.
unlike() {
  local real
  real=$(grep -o -e '-DHOLO_REAL=[a-z]*' "$place/lib/pkgconfig/hologradient.pc")
  ! eval "$CXX -std=c++20 $real -D_GLIBCXX_DEBUG -I'$place/include' user.cpp -o unlike.out $HOLO_LIBS" > link.log 2>&1 &&
    grep -q "undefined.*library_is_built_with_D_GLIBCXX_DEBUG" link.log
}
if echo '#include <cstddef>' | $CXX -x c++ -E -dM - | grep -q __GLIBCXX__; then
  check 'a program with the containers of -D_GLIBCXX_DEBUG does not link' unlike
else
  echo 'SKIP install: another standard library has other macros'
fi

# uninstall takes away its own files and folders, and nothing of anybody else.
touch "$place/include/other.h"
mkdir -p "$stage/opt/empty"
make_quiet uninstall DESTDIR="$stage" PREFIX=/usr ||
  echo "FAIL uninstall from DESTDIR: $(tail -n 1 log)"
make_quiet uninstall PREFIX="$place" || echo "FAIL uninstall from PREFIX: $(tail -n 1 log)"
nothing() {
  local left
  left=$(cd "$1" && find . -mindepth 1 | grep -v -x -E "$2")
  [ -z "$left" ] || { echo "left: $left"; false; }
}
check 'uninstall leaves nothing of ours in DESTDIR' nothing "$stage" './opt(/empty)?'
check 'uninstall leaves the empty folder of somebody else' test -d "$stage/opt/empty"
check 'uninstall leaves only what is not ours in PREFIX' \
  nothing "$place" './include(/other.h)?'
check 'uninstall leaves the file of somebody else' test -e "$place/include/other.h"
