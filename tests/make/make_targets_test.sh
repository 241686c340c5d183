#!/bin/bash
# make_targets_test.sh: the targets around the build: install, compile_commands.json, clean, check-
# floors, format.
set -u
. "$HOLO_ROOT/tests/make/tiny_tree.sh"

# ---- install ----

m; m install DESTDIR="$here/stage"
is 'install builds nothing again' test "$(compiled)" = 0
sed -i.old 's/_MINOR .*/_MINOR 77/' include/holo/version.h
m install DESTDIR="$here/stage" ARCH=
(cd "$here/stage/usr/local/lib" && cat pkgconfig/*.pc cmake/*/*Version.cmake) >> "$here/log"
is 'version.h is the one place of the version (pkg-config)' says '^Version: 0\.77\.'
is 'version.h is the one place of the version (CMake)' says 'PACKAGE_VERSION "0\.77\.'
is 'install ARCH= says what it was built for' says 'built for any machine'
m uninstall DESTDIR="$here/stage"
is 'uninstall leaves nothing' test -z "$(find "$here/stage" -mindepth 1 2> /dev/null)"

# ---- compile_commands.json, clean ----

m compile_commands.json CPPFLAGS='-DTEXT=\"quoted\"'
sources=$(find src examples tests -name '*.cpp' ! -path 'src/make/*' | grep -c .)
is 'compile_commands.json has an entry for each source' \
  test "$(grep -c '"file": ' compile_commands.json)" = "$sources"
command=$(sed -n 's|.*"file": "src/base/check.cpp", "command": "\(.*\)"}.*|\1|p' compile_commands.json |
  sed 's/\\\([\\"]\)/\1/g')
(cd "$here" && mkdir elsewhere) ; eval "$command -o '$here/elsewhere/check.o'" > "$here/log" 2>&1
is 'a command of compile_commands.json works' test -s "$here/elsewhere/check.o"
if command -v python3 > /dev/null 2>&1; then
  python3 -m json.tool compile_commands.json > "$here/log" 2>&1
  is 'compile_commands.json is JSON' test $? = 0
else
  echo 'SKIP make: compile_commands.json is JSON: no python3'
fi
m clean
is 'clean leaves nothing' test ! -e build -a ! -e compile_commands.json
m -j4 clean all
is 'clean all under -j builds after it cleaned' test -f "build/$name/libhologradient.a"

# ---- floors, format ----

m check-floors
is 'check-floors accepts includes that point down' says 'all point down'
# floor NAME FILE INCLUDED PATTERN: this include is refused.
floor() {
  printf '#include "%s"\n' "$3" > "$2"
  if m check-floors; then fail "$1" 'it was accepted'; else is "$1" says "$4"; fi
  rm "$2"
}
mkdir -p src/{scalar,ops}
touch src/scalar/tape.cpp src/nn/layers.cpp
floor 'check-floors refuses an include that points up' \
  src/base/random.cpp holo/value.h 'src/base/random.cpp:1: base includes .* of scalar, a floor above'
floor 'check-floors knows the room of a public header by its source' \
  include/holo/value.h holo/nn/linear.h 'scalar includes .* of nn, a floor above'
floor 'check-floors keeps Value and Tensor apart' \
  include/holo/ops.h holo/value.h 'not to know each other'
floor 'check-floors wants a room for each file' src/unheard.cpp holo/check.h 'has no room'
mkdir -p src/backend/cpu && touch src/backend/cpu/vec.h
floor 'check-floors keeps wings out of the spine' src/ops/softmax.cpp backend/cpu/vec.h 'a wing; expected the spine only'
floor 'check-floors keeps kernels to raw pointers' \
  src/ops/softmax_cpu.cpp holo/ops.h 'raw pointers'
if command -v clang-format > /dev/null 2>&1; then
  echo 'int   ugly( ) ;' > src/base/ugly.cpp
  is 'format-check fails on a file of another layout' refuses format-check
  m format
  is 'format repairs it' m format-check
  rm src/base/ugly.cpp
else
  echo 'SKIP make: format-check: no clang-format'
fi
