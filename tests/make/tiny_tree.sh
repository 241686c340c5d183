# tiny_tree.sh: what the *make*_test.sh files share: a tiny library with the real Makefile, in a
# folder of its own, and words for checks. It is read by them, not run.
what=make
. "$HOLO_ROOT/tests/make/plain_build.sh"
here=$PWD
tree=$here/"it's a [tree]"  # a folder may have any name
name=$(basename "${CXX%% *}")

# ---- a tiny library with the real Makefile ----

mkdir -p "$tree"/{include/holo,src/base,src/nn,examples/{support,gpt,bench,data},tests/{nn,registry}}
cp -R "$HOLO_ROOT/Makefile" "$HOLO_ROOT/.clang-format" "$tree"
cp -R "$HOLO_ROOT/src/make" "$tree/src"
# A short one: each build here makes it anew.
echo '#include <cstddef>' > "$tree/src/make/prelude.h"
cp "$HOLO_ROOT/include/holo/version.h" "$tree/include/holo"
cp "$HOLO_ROOT/src/base/version.cpp" "$tree/src/base"
cp "$HOLO_ROOT"/tests/{run,check}.sh "$tree/tests"
cp "$HOLO_ROOT/tests/registry/op_names.awk" "$tree/tests/registry"
echo '// No operation.' > "$tree/include/holo/ops.h"
mkdir "$here/bin"
cd "$tree" || exit 1

# What takes longest to compile: a tiny fmt comes before the real one, and tests may get the
# main() of doctest, which is compiled once, by LDLIBS.
stand_ins=$here/stand_ins
mkdir -p "$stand_ins/fmt"
cat > "$stand_ins/fmt/core.h" << 'END'
#pragma once
#include <string>
#define FMT_VERSION 70103
namespace fmt {
inline std::string word(int x) { return std::to_string(x); }
inline std::string word(const std::string& x) { return x; }
template <class... T>
std::string format(std::string text, const T&... x) {
  const std::string words[] = {word(x)...};
  for (const std::string& next : words) text.replace(text.find("{}"), 2, next);
  return text;
}
}  // namespace fmt
END
echo '#include <fmt/core.h>' > "$stand_ins/fmt/format.h"
doctest_main() {
  echo '// LDLIBS has main().' > tests/main.cpp
  export LDLIBS=$stand_ins/libdoctest_main.a
  $CXX -std=c++20 -c "$HOLO_ROOT/tests/main.cpp" -o "$stand_ins/main.o" &&
    ar rcs "$LDLIBS" "$stand_ins/main.o"
}
echo 'int one();' > include/holo/check.h
printf '#include "holo/check.h"\nint one() { return 1; }\n' > src/base/check.cpp
printf 'int deep();\nint deep() { return 2; }\n' > src/nn/deep.cpp
printf 'ann\nbob "the one"\n\\n %%d\nzoé' > examples/data/names.txt
cat > examples/support/corpus.h << 'END'
#include <cstddef>
namespace holo {
extern const char embedded_names[];
extern const std::size_t embedded_names_size;
}
END
echo "#include \"support/corpus.h\"" > examples/support/corpus.cpp
cat > examples/07_microgpt.cpp << 'END'
#include <cstdio>
#include "support/corpus.h"
int main(int argc, char** argv) {
  if (argc == 1) std::fwrite(holo::embedded_names, 1, holo::embedded_names_size, stdout);
  for (int i = 1; i < argc; ++i) std::printf("[%s]", argv[i]);
}
END
cp examples/07_microgpt.cpp examples/17_demo.cpp
cp examples/07_microgpt.cpp examples/gpt/train_gpt.cpp
echo 'int main() {}' > examples/gpt/sample_gpt.cpp
cat > examples/bench/tiny.cpp << 'END'
#include <cstdio>
#include <cstdlib>
int main() { std::printf("bench %s\n", std::getenv("HOLO_BENCH_BESIDE")); }
END
cat > examples/info.cpp << 'END'
#include <cstdio>
#include "holo/version.h"
int main() { std::puts(holo::build_info().c_str()); }
END

pass() { echo "PASS make: $1"; }
fail() { echo "FAIL make: $1: ${2:-}"; }
# is NAME COMMAND...: a check by a command's status; the last line of $here/log is the reason.
is() {
  local name=$1
  shift
  if "$@"; then pass "$name"; else fail "$name" "$(tail -n 1 "$here/log")"; fi
}
# m ARGS...: make in the tiny tree, its words in $here/log.
m() {
  CPLUS_INCLUDE_PATH=$stand_ins make --no-print-directory CXX="$CXX" "$@" > "$here/log" 2>&1
}
refuses() { ! m "$@"; }
says() { grep -q -E -e "$1" "$here/log"; }
silent_on() { ! grep -q -E -e "$1" "$here/log"; }
compiled() { grep -c '^  CXX' "$here/log" | tr -d ' '; }
# explains NAME PATTERN ARGS...: make refuses with one line that fits PATTERN.
explains() {
  local name=$1 pattern=$2
  shift 2
  if m "$@"; then
    fail "$name" 'it was accepted'
  elif [ "$(grep -c . "$here/log")" = 1 ] && says "$pattern"; then
    pass "$name"
  else
    fail "$name" "$(head -n 2 "$here/log" | tr '\n' ' ')"
  fi
}
