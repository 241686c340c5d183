#!/bin/bash
# make_test_test.sh: `make test` cannot pass by accident, and what is missing is installed only when
# needed (by a pretended apt-get).
set -u
. "$HOLO_ROOT/tests/make/tiny_tree.sh"

# ---- make test cannot pass by accident ----

is 'make test fails when no test ran' refuses test
is 'and its last line says so' test "$(sed '$d' "$here/log" | tail -n 1)" = '0 passed, 0 failed'
doctest_main
cat > tests/nn/some_test.cpp << 'END'
#include <doctest/doctest.h>
#include <cstdlib>
TEST_CASE("good") { CHECK(1 + 1 == 2); }
TEST_CASE("told") {
  if (std::getenv("CRASH")) std::abort();
  CHECK(std::getenv("BAD") == nullptr);
}
TEST_CASE("killed") { if (std::getenv("KILL")) std::_Exit(0); }
END
cat > tests/nn/a_test.sh << 'END'
printf 'PASS a\nSKIP b: why\n'
[ -z "${BAD2:-}" ] || echo 'FAIL c: why'
exit ${BAD3:-0}
END
printf '# name, seconds, part\na_test 2 test\nb_test 2 test\n' > tests/shell_tests.txt
m test
is 'make test counts cases, on each device, and checks' \
  test "$(tail -n 1 "$here/log")" = '7 passed, 0 failed, 1 skipped'
TMPDIR=/dev/null refuses test TESTS=a_test
is 'a TMPDIR that cannot be written is explained' says '^TMPDIR=/dev/null: cannot be written; expected .*Try: make TMPDIR='
m test TESTS=a_test
is 'TESTS names the shell tests that run, and no other test does' \
  test "$(tail -n 1 "$here/log")" = '1 passed, 0 failed, 1 skipped'
explains 'a name that is no shell test' 'TESTS=tset: unknown; expected some of: .*a_test' TESTS=tset test
explains 'a name that is no room' 'ROOMS=n: unknown; expected one of: .*nn' ROOMS=n test
mkdir tests/base
printf '#include <doctest/doctest.h>\nTEST_CASE("other") { CHECK(true); }\n' > tests/base/other_test.cpp
m ROOMS=nn test
is 'ROOMS says which rooms have test cases' test "$(tail -n 1 "$here/log")" = '7 passed, 0 failed, 1 skipped'
rm -r tests/base
# counts NAME SUMMARY: make test failed with this summary above make's own error line.
counts() {
  local name=$1 summary=$2
  shift 2
  refuses "${@:2}" && grep -q -x "$summary" "$here/log"
  is "$name" test $? = 0
}
BAD=1 counts 'a failed case fails make test' '5 passed, 2 failed, 1 skipped' m test
BAD2=1 counts 'a failed shell check fails make test' '7 passed, 1 failed, 1 skipped' m test
BAD3=3 counts 'a shell test that ends badly fails make test' '7 passed, 1 failed, 1 skipped' m test
CRASH=1 counts 'after a crash the cases that did not run are not counted' \
  '3 passed, 2 failed, 1 skipped' m test
KILL=1 counts 'a test program without its summary fails make test' \
  '1 passed, 2 failed, 1 skipped' m test
echo 'true' > tests/nn/b_test.sh
counts 'a shell test that checks nothing fails make test' '7 passed, 1 failed, 1 skipped' m test
rm tests/nn/b_test.sh
mkdir tests/scalar
mv tests/nn/some_test.cpp tests/scalar  # whose cases are asked of the cpu alone
counts 'a device without cases fails make test' '4 passed, 1 failed, 1 skipped' m test
mv tests/scalar/some_test.cpp tests/nn

# ---- make test, make test-rest and make test-all: each shell test is in one of the two parts ----

cat > tests/nn/rest_test.sh << 'END'
echo 'int main() { return one() - 1; }' > one.cpp
eval "$HOLO_COMPILE -include holo/check.h one.cpp -o one $HOLO_LIBS" && ./one && echo 'PASS rest'
END
mkdir tests/trace
printf '#include <doctest/doctest.h>\nTEST_CASE("trace") { CHECK(true); }\n' > tests/trace/trace_test.cpp
ran() { sed -n 's/^---- \([a-z_]*\)_test, .*/\1/p' "$here/log" | sort | tr '\n' ' '; }
# part TARGET SUMMARY SCRIPTS: a green run with this last line, and these shell tests.
part() {
  m "$1"
  is "make $1 runs its part" test "$? $(tail -n 1 "$here/log"): $(ran)" = "0 $2: $3"
}
part test '7 passed, 0 failed, 1 skipped' 'a '
part test-rest '2 passed, 0 failed' 'rest '
part test-all '9 passed, 0 failed, 1 skipped' 'a rest '
rm -r tests/trace
m TESTS=rest_test test
is 'a test that is named runs in whichever part it is' test "$(ran)" = 'rest '
unknown=$(sed 's/#.*//' "$HOLO_ROOT/tests/shell_tests.txt" | while read -r name seconds part; do
  [ "$part" ] || continue
  case $(ls "$HOLO_ROOT"/tests/*/"$name.sh" | grep -c .)$part in (1test | 1rest) ;; (*) echo "$name" ;; esac
done)
is "shell_tests.txt names tests that are there, and a part${unknown:+; not $unknown}" test -z "$unknown"
# Scripts choose test cases by patterns of their sources; one that nothing matches would choose none without a word.
sources=$(cd "$HOLO_ROOT" && ls tests/*/*_test.cpp)
unknown=$(cd "$HOLO_ROOT" && grep -h -o -E '[*](tests/[a-z_]+/[a-z_]*([*]|_test[.]cpp)|[a-z_/]*_test[.]cpp)' \
  tests/{run,check}.sh src/make/tests.mk tests/{backend,base,gpu}/*.sh .ci/run .ci/systems 2> /dev/null | sort -u |
  while IFS= read -r pattern; do
    for source in $sources; do case $source in $pattern) continue 2 ;; esac; done
    echo "$pattern"
  done)
is "patterns of sources match some${unknown:+; not $unknown}" test -z "$unknown"

# ---- make check: what sees the changes since the last green run ----

# checks NAME PATTERN SUMMARY: make check is green, says this, and has this last line.
checks() {
  m check && says "$2" && tail -n 1 "$here/log" | grep -q -x -e "$3"
  is "make check $1" test $? = 0
}
nothing='check: nothing has changed since the last green run'
m test-all
checks 'after a green make test-all runs nothing' "^$nothing$" "$nothing"
touch tests/nn/some_test.cpp
checks 'after a change of a test runs its cases' 'test cases: \*tests/nn/some_test.cpp; shell tests: none' '3 passed, 0 failed'
checks 'goes on from its own green run' "^$nothing$" "$nothing"
touch tests/nn/a_test.sh
checks 'after a change of a shell test runs it' 'test cases: none; shell tests: a_test' '1 passed, 0 failed, 1 skipped'
touch src/nn/deep.cpp
checks 'after a change of the library runs all cases, on the cpu' 'test cases: \*; shell tests: none' '3 passed, 0 failed'
touch src/make/compile.mk
checks 'names what another part sees' '^check: make test-rest sees what these change: src/make/compile.mk$' \
  'check: no test of this loop sees it'
rm tests/nn/rest_test.sh

# ---- packages: a compiler that cannot see a header until a pretended apt-get ran ----

cat > "$here/bin/poor-cc" << END
#!/bin/sh
for header in fmt doctest; do
  if [ ! -e "$here/installed" ] && [ -e "$here/lacks-\$header" ]; then
    for word in "\$@"; do
      case \$word in *.cpp) ;; *) continue ;; esac
      grep -q "include <\$header/" "\$word" || continue
      echo "\$word: error: \$header not found" >&2
      exit 1
    done
  fi
done
exec $CXX "\$@"
END
cat > "$here/bin/apt-get" << END
#!/bin/sh
echo "pretended: apt-get \$*" >&2
case \$1 in install) [ -e "$here/broken" ] || touch "$here/installed" ;; esac
END
printf '#!/bin/sh\nexec "$@"\n' > "$here/bin/sudo"
chmod +x "$here"/bin/*
poor() { PATH="$here/bin:$PATH" m CXX="$here/bin/poor-cc" "$@"; }
touch "$here/lacks-doctest"
poor
is 'make all needs no doctest' silent_on 'pretended|deps:'
poor test -n
is 'make -n installs nothing' silent_on 'pretended'
poor test DEPS=print
says 'missing: doctest; expected .*Try: .*apt-get install -y .*doctest-dev' && silent_on pretended
is 'DEPS=print: one line says what to type' test $? = 0
poor test
says '^deps: .*apt-get install -y g\+\+ make libfmt-dev doctest-dev' &&
  says 'pretended: apt-get install' &&
  test "$(tail -n 1 "$here/log")" = '7 passed, 0 failed, 1 skipped'
is 'make test installs what is missing, says so first, and goes on' test $? = 0
rm "$here/installed"; touch "$here/lacks-fmt"; rm -rf build/poor-cc
poor gpt
says 'missing: fmt; .*Try: ' && silent_on pretended
is 'another goal names what is missing and installs nothing' test $? = 0
touch "$here/broken"
poor demo
says 'pretended: apt-get install' && says 'missing: fmt; expected .*Try: '
is 'an install that did not help ends with a clear line' test $? = 0
rm "$here/broken"
poor demo
says 'pretended: apt-get install' && tail -n 1 "$here/log" | grep -q 'zoé$'
is 'make demo installs fmt and runs' test $? = 0

# The line for a system, with nothing but a pretended package manager in the path.
for tool in basename id; do ln -s "$(command -v $tool)" "$here/$tool"; done
shell=$(command -v sh)
manager() {
  mkdir "$here/only-$1"
  cp -P "$here/basename" "$here/id" "$here/only-$1"
  printf '#!%s\n' "$shell" > "$here/only-$1/$1"
  chmod +x "$here/only-$1/$1"
  PATH="$here/only-$1" "$shell" src/make/deps.sh print g++ > "$here/log" 2>&1
  is "deps knows $1" says "$2"
}
manager apt-get 'apt-get update && (sudo )?apt-get install -y g\+\+ make libfmt-dev doctest-dev$'
manager dnf 'dnf install -y gcc-c\+\+ make fmt-devel doctest-devel$'
manager pacman 'pacman -S --needed --noconfirm gcc make fmt doctest$'
manager zypper 'zypper --non-interactive install gcc-c\+\+ make fmt-devel doctest-devel$'
manager apk 'apk add build-base bash fmt-dev doctest-dev$'
manager brew '^brew install fmt doctest libomp$'
manager none 'by hand: no apt-get'
