#!/bin/sh
# probe.sh: finds the compiler and the libraries of this machine, and writes them to $FOUND as make variables. It is not a
# configure step: the Makefile calls it at each start, and it returns at once unless a setting or the compiler has changed.
# stdout: nothing, or one line that says why the build cannot start.
#
# In:  FOUND; the settings in make_key; goals and FLAGS (MAKEFLAGS): what make is to do, which says what is needed;
#      DEPS (run or print: whether it may be installed)
export LC_ALL=C
here=$(dirname "$0")
folder=$(dirname "$FOUND")
work=$folder/probe.$$

# What the goals need, and whether they may install it. Goals with a separate build are probed again for it.
need= may_install=
for goal in $goals; do
  case $goal in
    help | clean | deps | format | format-check | check-floors | uninstall | mutants | fuzz | races | tour | debug | gdb-kernel) ;;
    test | test-rest | test-all | check | races-here | gpu-check-programs) need='compiler fmt doctest' ;;
    *) need="compiler fmt ${need#compiler fmt}" ;;
  esac
  case $goal in all | demo | test | test-rest | test-all | check) may_install=$DEPS ;; esac
done
[ -n "$need" ] || exit 0
# The first word of MAKEFLAGS has the one-letter options. With n nothing is done.
case ${FLAGS%% *} in -* | *=*) ;; *n*) may_install= ;; esac

# ---- trials: one source, compiled, linked, run ----

# compile SOURCE FLAGS...: true if it compiles and links to $work/a.out.
compile() {
  printf '%s\n' "$1" > "$work/a.cpp"
  shift
  (eval "$CXX -std=c++20 $CPPFLAGS $CXXFLAGS $* $work/a.cpp -o $work/a.out $LDFLAGS $libs" ||
    exit 1) > "$work/log" 2>&1
}

# run: the program's output; false if it fails. RUN starts a program for another machine. A subshell, so that the shell's
# message about a crash does not reach the user.
run() { (eval "$RUN \"\$work/a.out\"" || exit 1) 2> /dev/null; }

# why PATTERN: the line of the log that says why a trial failed.
why() { grep -m 1 -i -E "$1" "$work/log" || tail -n 1 "$work/log"; }

# accepts FLAGS: true if the compiler takes them without a word. A linker would hide that clang does not know one.
accepts() { (LDFLAGS= libs= && compile 'int main() {}' "-c -Werror $1"); }

# accepted FLAGS...: the flags that it takes: all, or else each together with the ones before it.
accepted() {
  taken=
  if accepts "$*"; then taken=" $*"; else
    for flag; do if accepts "$taken $flag"; then taken="$taken $flag"; fi; done
  fi
  printf %s "$taken"
}

# ---- the compiler and its flags ----

find_compiler() {
  version=$(eval "$CXX --version" 2> /dev/null | head -n 1)
  number=$(eval "$CXX -dumpfullversion -dumpversion" 2> /dev/null | head -n 1)
  compiler_text="$CXX $number"
  [ -n "$version" ] && [ -n "$number" ] || missing='compiler fmt doctest'
}

find_language() {
  if ! compile '#include <concepts>
template <std::integral T> T twice(T x) { return x + x; }
int main() {
  try { throw twice(0); } catch (int zero) { return zero; }
}' ''; then
    # conda, for example, sets CXXFLAGS=-std=c++17 in a shell.
    yours= empty=
    for name in CXXFLAGS CPPFLAGS LDFLAGS; do
      eval "[ -z \"\$$name\" ] || yours=\"\${yours}$name=\$$name, \" empty=\"\$empty $name=\""
    done
    problem="${yours:-CXX=$CXX: }${yours:+of this command or of your shell: }cannot build a C++20 program ($(why error)); expected"
    problem="$problem g++ 12, clang++ 14 or newer, and flags that leave -std and exceptions as they are. Try: make${empty:- CXX=g++}"
  elif [ -n "$SAN" ] && ! compile 'int main() {}' "-fsanitize=$SAN"; then
    problem="SAN=$SAN: $CXX cannot link it ($(why error)); expected its sanitizers. Try: make SAN=, or install libasan and"
    problem="$problem libubsan (for clang: compiler-rt)"
  fi
}

find_arch() {
  arch_flags= arch_text='any machine of this kind'
  [ -n "$ARCH" ] || return 0
  for flag in "-march=$ARCH" "-mcpu=$ARCH"; do
    if accepts "$flag"; then arch_flags=$flag arch_text=$flag && return; fi
  done
  # clang++ of an ARM processor may know no native one.
  arch_text="-march=$ARCH left out (the compiler refuses it)"
  [ "$ARCH" = native ] || problem="ARCH=$ARCH: $CXX refuses it; expected a value of its -march. Try: make ARCH=native"
}

find_flags() {
  libs=
  # The scalar engine promises bits: a*b+c keeps two roundings, and pow is the library's. Without errno the square roots
  # of an optimizer are vector instructions; no number changes. On 32 bits the old instructions compute with more digits
  # than a number has, but SSE's do not; and a file may have more bytes than an address can count.
  exact_flags='-ffp-contract=off -fno-builtin-pow -fno-math-errno'
  compile '#include <cfloat>
static_assert(FLT_EVAL_METHOD == 0);
int main() {}' || exact_flags="$exact_flags -msse2 -mfpmath=sse"
  compile 'int main() { static_assert(sizeof(void*) == 8); }' || exact_flags="$exact_flags -D_FILE_OFFSET_BITS=64"
  # Kernels fuse every multiplication and addition. For processors with faster separate additions (AMD Zen), g++ leaves
  # some apart: then a single sum and a sum beside others would differ. A short loop across two lines of the instruction
  # cache takes up to a third longer. WebAssembly has registers of 128 bits for kernels that ask for them.
  kernel_flags=$(accepted --param=avoid-fma-max-bits=0 -falign-loops=64 -msimd128)
  # g++ searches its memory for garbage after every 128 MB, and a precompiled header alone has 75. With twice the limit it
  # compiles in 1 to 3 percent less time, with up to 30 MB more memory.
  heap_flags=$(accepted --param=ggc-min-heapsize=262144)
  # The library may become a part of a shared object. In a program, calls and a thread's tape are found as directly as
  # without these flags. Sources of programs have them too, because both read the same precompiled headers.
  pic_flags=$(accepted -fPIC -fno-semantic-interposition -ftls-model=initial-exec)
  # Sources of the kind light are compiled with -Og, which leaves out passes that gain little there. Alone it makes small
  # training steps 3 percent slower; with inlining of functions that are called once, about 1 percent. clang++ does not
  # know the second flag.
  light_flags='-Og -finline-functions-called-once'
  accepts "$light_flags" || light_flags=-O1
}

# ---- libraries ----

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
    [ ! -d "$keg" ] || ! try_openmp "-Xclang -fopenmp -isystem $keg/include" "-L$keg/lib -lomp" || return 0
  done
  omp_text='no OpenMP found: serial'
}
try_openmp() {
  libs=$2
  compile "$source" "$1" && omp_text=$(run) && omp_cflags=$1 omp_libs=$2
}

# Where fmt and doctest are not in the compiler's own folders, those of Homebrew.
find_fmt() {
  fmt_cflags= fmt_libs= fmt_text= defined=
  [ "$FMT_HEADER_ONLY" = 0 ] || defined=-DFMT_HEADER_ONLY
  source='#include <fmt/format.h>
#include <cstdio>
int main() {
  const int v = FMT_VERSION;
  std::puts(fmt::format("{}.{}.{}", v / 10000, v / 100 % 100, v % 100).c_str());
}'
  brew=$(brew --prefix 2> /dev/null)
  try_fmt '' '' || try_fmt "${brew:+-isystem $brew/include}" "${brew:+-L$brew/lib}" || missing="$missing fmt"
}
try_fmt() {
  libs=
  [ -n "$defined" ] || libs="$2 -lfmt"
  compile "$source" "$defined $1" && text=$(run) && fmt_cflags="$defined $1" fmt_libs=$libs fmt_text="fmt $text${defined:+ (header only)}"
}

# Reads the header alone: to compile it takes a second.
find_doctest() {
  doctest_text='no doctest (only make test needs it)'
  echo '#include <doctest/doctest.h>' > "$work/a.cpp"
  for doctest_cflags in '' "${brew:+-isystem $brew/include}"; do
    (eval "$CXX -std=c++20 $CPPFLAGS $CXXFLAGS $doctest_cflags -E -dM $work/a.cpp" || exit 1) > "$work/log" 2>&1 &&
      doctest_text="doctest $(for part in MAJOR MINOR PATCH; do sed -n "s/.*define DOCTEST_VERSION_$part //p" "$work/log"; done |
        paste -s -d . -)" && return
  done
  missing="$missing doctest"
}

# ---- CUDA and MPI ----

# Sets nvcc, cuda_arch_flags, cuda_host, cuda_libs, cuda_version and cuda_text, or `problem`.
find_cuda() {
  nvcc= cuda_arch_flags= cuda_host= cuda_libs= cuda_version= cuda_text=
  [ "$CUDA" != emu ] || { cuda_version=emulator cuda_text=', CUDA emulator'; }
  [ "$CUDA" = 1 ] || return 0
  how='Try: install the CUDA toolkit (apt install nvidia-cuda-toolkit), or make CUDA=emu'
  # The nvcc that NVCC names, else the one in the PATH or in its usual folder.
  nvcc=$(command -v "${NVCC:-nvcc}" || command -v "${NVCC:-/usr/local/cuda/bin/nvcc}")
  nvcc=$(readlink -f "$nvcc" 2> /dev/null)
  if [ -z "$nvcc" ]; then
    problem="CUDA=1: no ${NVCC:-nvcc} here; expected that of CUDA 12 or newer, by its path NVCC=. $how"
    return
  fi
  # For the GPU of this machine. Without one, for three kinds of GPU, and for code that later GPUs compile themselves.
  archs=$CUDA_ARCH
  [ -n "$archs" ] || case $(nvidia-smi -L 2> /dev/null) in *GPU*) archs=native cuda_arch_flags=-arch=native ;; *) archs='75 80 90' ;; esac
  [ "$archs" = native ] || {
    for arch in $archs; do cuda_arch_flags="$cuda_arch_flags -gencode arch=compute_$arch,code=sm_$arch"; done
    cuda_arch_flags="$cuda_arch_flags -gencode arch=compute_$arch,code=compute_$arch"
  }
  # nvcc takes a compiler without the words around it: g++ from "ccache g++ -m64".
  for word in $CXX; do case $word in ccache | -*) ;; *) cuda_host="-ccbin $word" && break ;; esac; done
  for place in "${nvcc%/bin/*}"/targets/*/lib; do
    [ ! -e "$place/libcudart.so" ] || cuda_libs="-L$place -Wl,-rpath,$place "
  done
  cuda_libs="$cuda_libs-lcublas -lcudart"
  cat > "$work/a.cu" << 'TRIAL'
#include <cublas_v2.h>
#include <cstdio>
__global__ void kernel(float* x) { x[threadIdx.x] = 1; }
int main() {
  cublasHandle_t handle;
  if (sizeof handle == 0) cublasCreate(&handle);
  std::printf("%d.%d", CUDART_VERSION / 1000, CUDART_VERSION / 10 % 100);
}
TRIAL
  if ! "$nvcc" $cuda_host -std=c++20 $cuda_arch_flags -c "$work/a.cu" -o "$work/a.o" > "$work/log" 2>&1; then
    problem="CUDA=1: $nvcc with ${cuda_host#-ccbin } cannot compile for CUDA_ARCH='$archs' ($(why 'error|unsupported|fatal'))"
    problem="$problem; expected C++20, cuBLAS and numbers of GPUs, 80 90 say. $how"
  elif ! (eval "$CXX $CXXFLAGS $work/a.o -o $work/a.out $LDFLAGS $cuda_libs") > "$work/log" 2>&1 || ! cuda_version=$(run); then
    problem="CUDA=1: no program with cuBLAS and cudart links and starts ($(why 'cannot|undefined|error')). $how"
  else
    cuda_text=", CUDA $cuda_version for $archs"
  fi
}

# Sets mpi_cflags, mpi_libs, mpi_version and mpi_text, or `problem`: asks mpicxx for its flags, and builds and starts a
# program of the C API with our compiler. Leaves out the C++ bindings, which newer MPIs no longer have.
find_mpi() {
  mpi_cflags= mpi_libs= mpi_version= mpi_text=
  [ "$MPI" = 1 ] || return 0
  words=$("$MPICXX" -show 2> "$work/log") || words=
  for word in ${words#* }; do
    case $word in
      -lmpi_cxx | -lmpichcxx | -lmpicxx) ;;
      -I*) mpi_cflags="$mpi_cflags -isystem ${word#-I}" ;;
      -D*) mpi_cflags="$mpi_cflags $word" ;;
      -L* | -l* | -Wl,*) mpi_libs="$mpi_libs $word" ;;
    esac
  done
  mpi_cflags="-DOMPI_SKIP_MPICXX -DMPICH_SKIP_MPICXX$mpi_cflags" libs=$mpi_libs
  if ! compile '#include <mpi.h>
#include <cstdio>
int main() {
  char text[MPI_MAX_LIBRARY_VERSION_STRING];
  int length = 0;
  MPI_Get_library_version(text, &length);
  std::puts(text);
}' "$mpi_cflags" || ! mpi_version=$(run | head -n 1 | tr -s '\t' ' ' | cut -d , -f 1) || [ -z "$mpi_version" ]; then
    problem="MPI=1: no program builds with $CXX and the flags of MPICXX=$MPICXX, and starts ($(why 'cannot|undefined|error|no such'));"
    problem="$problem expected Open MPI or MPICH. Try: apt install libopenmpi-dev openmpi-bin, dnf install openmpi-devel, brew install open-mpi"
  else
    mpi_text=", $mpi_version"
  fi
}

# ---- all of it ----

# Sets every variable that write_found prints, and `missing`; or `problem`, at the first one.
probe() {
  missing= problem= libs=
  find_compiler
  [ -z "$missing" ] || return 0
  for step in language arch cuda mpi flags openmp fmt doctest; do
    find_$step
    [ -z "$problem" ] || return 0
  done
}

# for_make NAME VALUE: a make line; $ and # keep their meaning as characters.
for_make() { printf '%s := %s\n' "$1" "$(printf '%s' "$2" | sed 's/\$/$$/g; s/#/\\#/g; s/^ *//')"; }

write_found() {
  {
    printf '# key %s\n' "$key"
    printf '# missing %s\n' "$missing"
    for name in arch_flags arch_text exact_flags kernel_flags heap_flags pic_flags light_flags omp_cflags omp_libs \
      fmt_cflags fmt_libs doctest_cflags nvcc cuda_arch_flags cuda_host cuda_libs \
      cuda_version mpi_cflags mpi_libs mpi_version; do
      eval "for_make $name \"\$$name\""
    done
    for_make compiler_version "$version"
  } > "$work/found.mk"
  mv -f "$work/found.mk" "$FOUND"
}

make_key() {
  version=$(eval "$CXX --version" 2> /dev/null | head -n 1)
  key=$(printf '%s|' "$CXX" "$version" "$CPPFLAGS" "$CXXFLAGS" "$LDFLAGS" "$ARCH" "$DEBUG" "$OMP" \
    "$SAN" "$FMT_HEADER_ONLY" "$RUN" "$CUDA" "$NVCC" "$CUDA_ARCH" "$MPI" "$MPICXX" "$(cksum < "$0")" | cksum)
}

# lacking: the needs in $need that are missing.
lacking() {
  for item in $missing; do
    case " $need " in *" $item "*) printf ' %s' "$item" ;; esac
  done
}

# True if $FOUND is still valid: same inputs, and nothing wanted was missing.
still_true() {
  [ -f "$FOUND" ] && { read -r a b old_key; read -r a b missing; } < "$FOUND" && [ "$old_key" = "$key" ] && [ -z "$(lacking)" ]
}

make_key
[ -w "$folder" ] && still_true && exit 0
if ! mkdir -p "$work" 2> /dev/null; then
  echo "$folder: cannot be written; expected a folder of your own. Try: make B=/a/folder/of/yours"
  exit
fi
trap 'rm -rf "$work"' EXIT
trap 'exit 1' INT TERM
probe
# No package has a compiler of an unknown name.
known=yes
case $CXX in g++ | c++ | clang++) ;; *) case $missing in *compiler*) known= ;; esac ;; esac
if [ "$may_install$known" = runyes ] && [ -z "$problem" ] && [ -n "$(lacking)" ]; then
  echo "missing:$(lacking)" >&2
  sh "$here/deps.sh" run "$CXX" >&2 && { make_key; probe; }
fi
how=$(sh "$here/deps.sh" print "$CXX")
case $how in install*) ;; *) how="make deps ($how)" ;; esac
case "$problem|$(lacking)" in
  ?*'|'*) echo "$problem" ;;
  *compiler*)
    [ "$known" ] || how='make CXX=g++'
    echo "CXX=$CXX: no such compiler; expected g++ 12, clang++ 14 or newer. Try: $how"
    ;;
  '|')
    write_found
    packages="$fmt_text; $doctest_text; $omp_text"
    echo "found: $compiler_text, $arch_text$cuda_text$mpi_text; $packages -> $folder" >&2
    ;;
  *fmt*) echo "missing:$(lacking); expected <fmt/format.h> with its library. Try: $how, or make FMT_HEADER_ONLY=1" ;;
  *) echo "missing:$(lacking); expected <doctest/doctest.h> for tests. Try: $how" ;;
esac
