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

# why: the line of the log that says why a trial failed.
why() { grep -m 1 -i -E 'error|cannot|undefined|unsupported|fatal|no such' "$work/log" || tail -n 1 "$work/log"; }

# accepts FLAGS: true if the compiler takes them without a word. A linker would hide that clang does not know one.
accepts() { (LDFLAGS= libs= && compile 'int main() {}' "-c -Werror $1"); }

# accepted FLAGS...: the flags that it takes.
accepted() {
  taken=
  for flag; do if accepts "$taken $flag"; then taken="$taken $flag"; fi; done
  printf %s "$taken"
}

# ---- the compiler and its flags ----

find_compiler() {
  number=$(eval "$CXX -dumpfullversion -dumpversion" 2> /dev/null | head -n 1)
  [ -z "$compiler_version" ] || [ -z "$number" ] || return 0
  # No package has a compiler of an unknown name.
  case $CXX in
    g++ | c++ | clang++) missing='compiler fmt doctest' ;;
    *) problem="CXX=$CXX: no such compiler; expected g++ 12, clang++ 14 or newer. Try: make CXX=g++" ;;
  esac
}

find_language() {
  if ! compile '#include <concepts>
template <std::integral T> T twice(T x) { return x + x; }
int main() {
  try { throw twice(0); } catch (int zero) { return zero; }
}'; then
    # conda, for example, sets CXXFLAGS=-std=c++17 in a shell.
    problem="$CXX $CPPFLAGS $CXXFLAGS $LDFLAGS: cannot build a C++20 program ($(why)); expected g++ 12, clang++ 14 or newer, and"
    problem="$problem no flags for -std and exceptions, also in your shell. Try: make CXX=g++ CPPFLAGS= CXXFLAGS= LDFLAGS="
  elif [ -n "$SAN" ] && ! compile 'int main() {}' "-fsanitize=$SAN"; then
    problem="SAN=$SAN: $CXX cannot link it ($(why)); expected its sanitizers. Try: make SAN=, or install libasan and"
    problem="$problem libubsan (for clang: compiler-rt)"
  fi
}

find_arch() {
  arch_flags= arch_text='any machine of this kind'
  [ -n "$ARCH" ] || return 0
  if accepts "-march=$ARCH"; then
    arch_flags=-march=$ARCH arch_text=-march=$ARCH
  elif [ "$ARCH" = native ]; then
    # clang++ of an ARM processor may know no native one.
    arch_text='-march=native left out (the compiler refuses it)'
  else
    problem="ARCH=$ARCH: $CXX refuses it; expected a value of its -march. Try: make ARCH=native"
  fi
}

find_flags() {
  libs=
  # The scalar engine promises bits: a*b+c keeps two roundings, and pow is the library's. Without errno the square roots
  # of an optimizer are vector instructions; no number changes. On 32 bits the old instructions compute with more digits
  # than a number has, but SSE's do not; and a file may have more bytes than an address can count.
  exact_flags='-ffp-contract=off -fno-builtin-pow -fno-math-errno'
  compile '#include <cfloat>
static_assert(FLT_EVAL_METHOD == 0 && sizeof(void*) == 8);
int main() {}' || exact_flags="$exact_flags$(accepted -msse2 -mfpmath=sse) -D_FILE_OFFSET_BITS=64"
  # Kernels fuse every multiplication and addition. For processors with faster separate additions (AMD Zen), g++ leaves
  # some apart: then a single sum and a sum beside others would differ. A short loop across two lines of the instruction
  # cache takes up to a third longer. WebAssembly has registers of 128 bits for kernels that ask for them.
  kernel_flags=$(accepted --param=avoid-fma-max-bits=0 -falign-loops=64 -msimd128)
  # The library may become a part of a shared object. In a program, calls and a thread's tape are found as directly as
  # without these flags. Sources of programs have them too, because both read the same precompiled headers. g++ searches
  # its memory for garbage after every 128 MB, and a precompiled header alone has 75: with twice the limit it compiles in
  # 1 to 3 percent less time.
  all_flags=$(accepted -fPIC -fno-semantic-interposition -ftls-model=initial-exec --param=ggc-min-heapsize=262144)
  # Sources of the kind light are compiled with -Og, which leaves out passes that gain little there. Alone it makes small
  # training steps 3 percent slower; with inlining of functions that are called once, about 1 percent. clang++ does not
  # know the second flag.
  light_flags='-Og -finline-functions-called-once'
  accepts "$light_flags" || light_flags=-O1
}

# ---- libraries: where they are not in the compiler's own folders, those of Homebrew ----

# With the OpenMP library but without the flag a program silently runs serially, so we compile and run a check.
find_openmp() {
  omp_cflags= omp_libs= omp_text='no OpenMP (OMP=0)'
  [ "$OMP" = 1 ] || return 0
  try_openmp -fopenmp -fopenmp ||
    try_openmp "-Xclang -fopenmp -isystem $brew/opt/libomp/include" "-L$brew/opt/libomp/lib -lomp" || omp_text='no OpenMP found: serial'
}
try_openmp() {
  libs=$2
  compile '#include <omp.h>
#include <cstdio>
#ifndef _OPENMP
#error no OpenMP
#endif
int main() {
  int n = 0;
#pragma omp parallel reduction(+ : n)
  n += 1;
  std::printf("OpenMP, %d thread%s", n, n == 1 ? "" : "s");
}' "$1" && omp_text=$(run) && omp_cflags=$1 omp_libs=$2
}

find_fmt() {
  fmt_cflags= fmt_libs= fmt_text=
  try_fmt '' '' || try_fmt "-isystem $brew/include" "-L$brew/lib" || missing="$missing fmt"
}
try_fmt() {
  flags=$1 libs="$2 -lfmt" how_built=
  [ "$FMT_HEADER_ONLY" = 0 ] || flags="-DFMT_HEADER_ONLY $1" libs= how_built=' (header only)'
  compile '#include <fmt/format.h>
#include <cstdio>
int main() {
  const int v = FMT_VERSION;
  std::puts(fmt::format("fmt {}.{}.{}", v / 10000, v / 100 % 100, v % 100).c_str());
}' "$flags" && text=$(run) && fmt_cflags=$flags fmt_libs=$libs fmt_text=$text$how_built
}

# Reads the header alone: to compile it takes a second.
find_doctest() {
  doctest_text=doctest
  for doctest_cflags in '' "-isystem $brew/include"; do
    compile '#include <doctest/doctest.h>' "$doctest_cflags -E" && return
  done
  missing="$missing doctest" doctest_text='no doctest (only make test needs it)'
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
  if "$nvcc" $cuda_host -std=c++20 $cuda_arch_flags -c "$work/a.cu" -o "$work/a.o" > "$work/log" 2>&1 &&
    (eval "$CXX $CXXFLAGS $work/a.o -o $work/a.out $LDFLAGS $cuda_libs") > "$work/log" 2>&1 && cuda_version=$(run); then
    cuda_text=", CUDA $cuda_version for $archs"
  else
    problem="CUDA=1: $nvcc with ${cuda_host#-ccbin } cannot compile for CUDA_ARCH='$archs' and link and start a program ($(why));"
    problem="$problem expected C++20, cuBLAS and numbers of GPUs, 80 90 say. $how"
  fi
}

# Sets mpi_cflags, mpi_libs, mpi_version and mpi_text, or `problem`: asks mpicxx for its flags, and builds and starts a
# program of the C API with our compiler.
find_mpi() {
  mpi_cflags= mpi_libs= mpi_version= mpi_text=
  [ "$MPI" = 1 ] || return 0
  words=$("$MPICXX" -show 2> "$work/log") || words=
  for word in ${words#* }; do
    case $word in
      -I*) mpi_cflags="$mpi_cflags -isystem ${word#-I}" ;;
      -L* | -l* | -Wl,*) mpi_libs="$mpi_libs $word" ;;
    esac
  done
  mpi_cflags="-DOMPI_SKIP_MPICXX -DMPICH_SKIP_MPICXX$mpi_cflags" libs=$mpi_libs
  if [ -n "$words" ] && compile '#include <mpi.h>
#include <cstdio>
int main() {
  char text[MPI_MAX_LIBRARY_VERSION_STRING];
  int length = 0;
  MPI_Get_library_version(text, &length);
  std::puts(text);
}' "$mpi_cflags" && mpi_version=$(run | head -n 1 | tr -s '\t' ' ' | cut -d , -f 1) && [ -n "$mpi_version" ]; then
    mpi_text=", $mpi_version"
  else
    problem="MPI=1: no program builds with $CXX and the flags of MPICXX=$MPICXX, and starts ($(why));"
    problem="$problem expected Open MPI or MPICH. Try: apt install libopenmpi-dev openmpi-bin, dnf install openmpi-devel, brew install open-mpi"
  fi
}

# ---- all of it ----

# Sets every variable that write_found prints, and `missing`; or `problem`, at the first one.
probe() {
  missing= problem= libs= brew=$(brew --prefix 2> /dev/null || echo /opt/homebrew)
  for step in compiler language arch cuda mpi flags openmp fmt doctest; do
    find_$step
    case $problem$missing in '' | ' fmt'* | ' doctest') ;; *) return ;; esac
  done
}

write_found() {
  {
    printf '# key %s\n# missing %s\n' "$key" "$missing"
    for name in compiler_version arch_flags arch_text exact_flags kernel_flags all_flags light_flags omp_cflags omp_libs fmt_cflags \
      fmt_libs doctest_cflags nvcc cuda_arch_flags cuda_host cuda_libs cuda_version mpi_cflags mpi_libs mpi_version; do
      # $ and # keep their meaning as characters.
      eval "value=\$$name"
      printf '%s := %s\n' "$name" "$(printf '%s' "$value" | sed 's/\$/$$/g; s/#/\\#/g; s/^ *//')"
    done
  } > "$work/found.mk"
  mv -f "$work/found.mk" "$FOUND"
}

make_key() {
  compiler_version=$(eval "$CXX --version" 2> /dev/null | head -n 1)
  key=$(printf '%s|' "$CXX" "$compiler_version" "$CPPFLAGS" "$CXXFLAGS" "$LDFLAGS" "$ARCH" "$DEBUG" "$OMP" \
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
trap 'rm -rf "$work"; rmdir "$folder" 2> /dev/null' EXIT
trap 'exit 1' INT TERM
probe
if [ "$may_install" = run ] && [ -z "$problem" ] && [ -n "$(lacking)" ]; then
  echo "missing:$(lacking)" >&2
  sh "$here/deps.sh" run "$CXX" >&2 && { make_key; probe; }
fi
if [ -n "$problem" ]; then
  echo "$problem"
elif [ -n "$(lacking)" ]; then
  how=$(sh "$here/deps.sh" print "$CXX")
  case $how in install*) ;; *) how="make deps ($how)" ;; esac
  echo "missing:$(lacking); expected g++ 12 or clang++ 14, <fmt/format.h> with its library, and for tests <doctest/doctest.h>. Try: $how"
else
  write_found
  echo "found: $CXX $number, $arch_text$cuda_text$mpi_text; $fmt_text; $doctest_text; $omp_text -> $folder" >&2
fi
