# probe_find.sh: finds the compiler, its flags, OpenMP, fmt and doctest. probe.sh reads it; it is not run. In: the
# variables of probe.sh, and $work, a folder for trials.

# compile SOURCE FLAGS...: true if it compiles and links to $work/a.out.
compile() {
  printf '%s\n' "$1" > "$work/a.cpp"
  shift
  (eval "$CXX -std=c++20 $CPPFLAGS $CXXFLAGS $* $work/a.cpp -o $work/a.out $LDFLAGS $libs" ||
    exit 1) > "$work/log" 2>&1
}

# run: the program's output; false if it fails. RUN starts a program for another machine. Both run in a subshell, so
# that the shell's message about a crash does not reach the user.
run() { (eval "$RUN \"\$work/a.out\"" || exit 1) 2> /dev/null; }

# accepts FLAG: true if the compiler takes it without a word (clang only warns of some flags).
accepts() {
  libs=
  compile 'int main() {}' "-Werror $1"
}

# accepted FLAGS...: the flags that it takes, each together with the ones before it.
accepted() {
  taken=
  for flag; do if accepts "$taken $flag"; then taken="$taken $flag"; fi; done
  printf %s "$taken"
}

# header_path SOURCE-NAME FLAGS...: the file behind #include <NAME>.
header_path() {
  printf '#include <%s>\n' "$1" > "$work/a.cpp"
  name=$1
  shift
  eval "$CXX -std=c++20 $CPPFLAGS $CXXFLAGS $* -M $work/a.cpp" 2> /dev/null |
    tr ' \\' '\n\n' | grep "/$name\$" | head -n 1
}

# as_system FLAGS: -I becomes -isystem, so that a package's own warnings stay quiet.
as_system() {
  printf '%s\n' "$*" | sed 's/^-I */-isystem /; s/ -I */ -isystem /g; s/ *$//'
}

find_arch() {
  arch_flags= arch_text='any machine of this kind'
  [ -n "$ARCH" ] || return 0
  for flag in "-march=$ARCH" "-mcpu=$ARCH"; do
    if accepts "$flag"; then
      arch_flags=$flag arch_text=$flag
      return 0
    fi
  done
  arch_text="-march=$ARCH left out (the compiler refuses it)"
  [ "$ARCH" = native ] ||
    problem="ARCH=$ARCH: $CXX refuses it; expected a value of its -march. Try: make ARCH=native"
}

# The scalar engine promises bits: a*b+c keeps two roundings, and pow is the library's. Without errno the square roots
# of an optimizer are vector instructions; no number changes. On 32 bits the old instructions compute with more digits
# than a number has, but SSE's do not; and a file may have more bytes than an address can count.
find_exact() {
  exact_text=
  all='-ffp-contract=off -fno-builtin-pow -fno-math-errno'
  libs=
  compile '#include <cfloat>
static_assert(FLT_EVAL_METHOD == 0);
int main() {}' || all="$all -msse2 -mfpmath=sse"
  compile 'int main() { static_assert(sizeof(void*) == 8); }' || all="$all -D_FILE_OFFSET_BITS=64"
  # shellcheck disable=SC2086
  exact_flags=$(accepted $all)
  [ "$exact_flags" = " $all" ] || exact_text="; refused is a flag of $all: the last bits are not promised"
}

# Kernels fuse every multiplication and addition. For processors with faster separate additions (AMD Zen), g++ leaves
# some apart: then a single sum and a sum beside others would differ. A short loop across two lines of the instruction
# cache takes up to a third longer. WebAssembly has registers of 128 bits for kernels that ask for them.
find_kernel() { kernel_flags=$(accepted --param=avoid-fma-max-bits=0 -falign-loops=64 -msimd128); }

# g++ searches its memory for garbage after every 128 MB, and a precompiled header alone has 75. With twice the limit it
# compiles in 1 to 3 percent less time, with up to 30 MB more memory.
find_heap() { heap_flags=$(accepted --param=ggc-min-heapsize=262144); }

# The library may become a part of a shared object. In a program, calls and a thread's tape are found as directly as
# without these flags. Sources of programs have them too, because both read the same precompiled headers.
find_pic() { pic_flags=$(accepted -fPIC -fno-semantic-interposition -ftls-model=initial-exec); }

# Sources of the kind light are compiled with -Og, which leaves out passes that gain little there. Alone it makes small
# training steps 3 percent slower; with inlining of functions that are called once, about 1 percent. clang++ does not
# know the second flag.
find_light() {
  light_flags=-O1
  if accepts '-Og -finline-functions-called-once'; then light_flags='-Og -finline-functions-called-once'; fi
}

# With the OpenMP library but without the flag a program silently runs serially, so we compile and run a check.
find_openmp() {
  omp_cflags= omp_libs= omp_text='no OpenMP (OMP=0)'
  [ "$OMP" = 1 ] || return 0
  source='#include <omp.h>
#include <cstdio>
#ifndef _OPENMP
#error no OpenMP
#endif
int main() {
  int n = 0;
#pragma omp parallel reduction(+ : n)
  n += 1;
  std::printf("OpenMP, %d thread%s", n, n == 1 ? "" : "s");
}'
  try_openmp '-fopenmp' '-fopenmp' && return 0
  for keg in $(brew --prefix libomp 2> /dev/null) /opt/homebrew/opt/libomp /usr/local/opt/libomp; do
    [ -d "$keg" ] || continue
    try_openmp "-Xclang -fopenmp -isystem $keg/include" "-L$keg/lib -lomp" && return 0
  done
  omp_text='no OpenMP found: serial'
}

try_openmp() {
  libs=$2
  compile "$source" "$1" && text=$(run) || return 1
  omp_cflags=$1 omp_libs=$2 omp_text=$text
}

find_fmt() {
  fmt_cflags= fmt_libs= fmt_requires= fmt_header= fmt_text='no fmt'
  source='#include <fmt/format.h>
#include <cstdio>
int main() {
  const int v = FMT_VERSION;
  std::puts(fmt::format("{}.{}.{}", v / 10000, v / 100 % 100, v % 100).c_str());
}'
  if [ "$FMT_HEADER_ONLY" = 1 ]; then
    try_fmt '-DFMT_HEADER_ONLY' '' '' ||
      { [ -n "$brew" ] && try_fmt "-DFMT_HEADER_ONLY -isystem $brew/include" '' ''; }
    return
  fi
  if cflags=$($PKG_CONFIG --cflags fmt 2> /dev/null); then
    try_fmt "$(as_system "$cflags")" "$($PKG_CONFIG --libs fmt)" fmt && return 0
  fi
  try_fmt '' -lfmt '' && return 0
  [ -n "$brew" ] && try_fmt "-isystem $brew/include" "-L$brew/lib -lfmt" ''
}

try_fmt() {
  libs=$2
  compile "$source" "$1" && text=$(run) || return 1
  fmt_cflags=$1 fmt_libs=$2 fmt_requires=$3 fmt_text="fmt $text"
  [ "$FMT_HEADER_ONLY" = 1 ] && fmt_text="$fmt_text (header only)"
  fmt_header=$(header_path fmt/format.h "$1")
}

find_doctest() {
  doctest_cflags= doctest_header= doctest_text='no doctest (only make test needs it)'
  source='#include <doctest/doctest.h>
#include <cstdio>
int main() { std::puts(DOCTEST_VERSION_STR); }'
  try_doctest '' && return 0
  if cflags=$($PKG_CONFIG --cflags doctest 2> /dev/null); then
    try_doctest "$(as_system "$cflags")" && return 0
  fi
  [ -n "$brew" ] && try_doctest "-isystem $brew/include"
}

try_doctest() {
  libs=
  compile "$source" "-DDOCTEST_CONFIG_DISABLE $1" && text=$(run) || return 1
  doctest_cflags=$1 doctest_text="doctest $text"
  doctest_header=$(header_path doctest/doctest.h "$1")
}

builds_program() {
  compile '#include <concepts>
template <std::integral T> T twice(T x) { return x + x; }
int main() {
  try { throw twice(0); } catch (int zero) { return zero; }
}' ''
}

# The variable that prevents the build: conda, for example, sets CXXFLAGS=-std=c++17 in a shell.
find_bad_flags() {
  problem="CXX=$CXX: cannot build a C++20 program ($why); expected g++ 12, clang++ 14 or newer."
  problem="$problem Try: make CXX=g++, without flags of your own"
  for name in CXXFLAGS CPPFLAGS LDFLAGS; do
    eval "value=\$$name"
    if (eval "$name=" && builds_program); then
      problem="$name=$value, of this command or of your shell: cannot build a C++20 program ($why); expected"
      problem="$problem flags that leave -std and exceptions as they are. Try: make $name="
      return
    fi
  done
}

# Sets every variable that write_found prints, and `missing` and `problem`.
probe() {
  missing= problem= libs= brew=
  compiler_text=$(compiler_name)
  if [ -z "$compiler_text" ]; then
    missing='compiler fmt doctest' compiler_text="no compiler $CXX"
    return 0
  fi
  brew=$(brew --prefix 2> /dev/null)
  if ! builds_program; then
    why=$(grep -m 1 -i error "$work/log" || tail -n 1 "$work/log")
    find_bad_flags
  elif [ -n "$SAN" ] && ! compile 'int main() {}' "-fsanitize=$SAN"; then
    problem="SAN=$SAN: $CXX cannot link it ($(tail -n 1 "$work/log")); expected its sanitizers."
    problem="$problem Try: make SAN=, or install libasan and libubsan (for clang: compiler-rt)"
  fi
  find_arch
  find_exact
  find_kernel
  find_heap
  find_pic
  find_light
  find_openmp
  find_fmt
  find_doctest
  [ -n "$problem" ] || find_cuda
  [ -n "$problem" ] || find_mpi
  [ -n "$fmt_header" ] || missing="$missing fmt"
  [ -n "$doctest_header" ] || missing="$missing doctest"
}

compiler_name() {
  eval "$CXX --version" 2> /dev/null | head -n 1 > "$work/version"
  number=$(eval "$CXX -dumpfullversion -dumpversion" 2> /dev/null | head -n 1)
  [ -s "$work/version" ] && [ -n "$number" ] && printf '%s %s' "$CXX" "$number"
}
