# probe_find.sh: finds the compiler, its flags, OpenMP, fmt, doctest, CUDA and MPI. probe.sh reads it; it is not run. In:
# the variables of probe.sh, and $work, a folder for trials.

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

# accepts FLAG: true if the compiler takes it without a word. Of a flag that it does not know clang only warns; if it gets
# -Wl too, then only when nothing is linked.
accepts() {
  libs=
  compile 'int main() {}' "-Werror $1" || return
  case $LDFLAGS in *-Wl,*) (LDFLAGS=-c && compile 'int main() {}' "-Werror $1") ;; esac
}

# accepted FLAGS...: the flags that it takes: all, or else each together with the ones before it.
accepted() {
  taken=
  if accepts "$*"; then taken=" $*"; else
    for flag; do if accepts "$taken $flag"; then taken="$taken $flag"; fi; done
  fi
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

find_flags() {
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

find_language() {
  if ! builds_program; then
    why=$(grep -m 1 -i error "$work/log" || tail -n 1 "$work/log")
    find_bad_flags
  elif [ -n "$SAN" ] && ! compile 'int main() {}' "-fsanitize=$SAN"; then
    problem="SAN=$SAN: $CXX cannot link it ($(tail -n 1 "$work/log")); expected its sanitizers."
    problem="$problem Try: make SAN=, or install libasan and libubsan (for clang: compiler-rt)"
  fi
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

# The nvcc that NVCC names, else the one in the PATH or in its usual folder.
nvcc_here() {
  nvcc=$(command -v "${NVCC:-nvcc}")
  [ -n "$nvcc$NVCC" ] || nvcc=$(command -v /usr/local/cuda/bin/nvcc)
  nvcc=$(readlink -f "$nvcc" 2> /dev/null)
}

# For the GPU of this machine. Without one, for three kinds of GPU, and for code that later GPUs compile themselves.
cuda_flags_of() {
  archs=$CUDA_ARCH
  if [ -z "$archs" ]; then
    case $(nvidia-smi -L 2> /dev/null) in *GPU*) archs=native ;; *) archs='75 80 90' ;; esac
  fi
  cuda_arch_flags=
  for arch in $archs; do
    case $arch in native) cuda_arch_flags=-arch=native && return ;; esac
    cuda_arch_flags="$cuda_arch_flags -gencode arch=compute_$arch,code=sm_$arch"
  done
  cuda_arch_flags="$cuda_arch_flags -gencode arch=compute_$arch,code=compute_$arch"
}

# nvcc takes a compiler without the words around it: g++ from "ccache g++ -m64".
host_compiler() {
  for word in $CXX; do
    case $word in ccache | distcc | -*) ;; *) printf '%s' "$word" && return ;; esac
  done
}

# Sets nvcc, cuda_arch_flags, cuda_host, cuda_libs, cuda_version and cuda_text, or `problem`.
find_cuda() {
  nvcc= cuda_arch_flags= cuda_host= cuda_libs= cuda_version= cuda_text=
  case $CUDA in
    1) ;;
    emu) cuda_version=emulator cuda_text=', CUDA emulator' && return ;;
    *) return ;;
  esac
  if [ -n "$SAN" ]; then
    problem="SAN=$SAN: no sanitizer of $CXX sees the memory of a GPU; expected CUDA=emu or CUDA=0 with it."
    problem="$problem Try: make CUDA=emu SAN=$SAN"
    return
  fi
  nvcc_here
  how='Try: install the CUDA toolkit (apt install nvidia-cuda-toolkit), or make CUDA=emu'
  if [ -z "$nvcc" ]; then
    problem="CUDA=1: no ${NVCC:-nvcc} here; expected that of CUDA 12 or newer, by its path NVCC=. $how"
    return
  fi
  cuda_flags_of
  cuda_host="-ccbin $(host_compiler)"
  home=${nvcc%/bin/*}
  for place in "$home/lib64" "$home"/targets/*/lib; do
    [ -e "$place/libcudart.so" ] || continue
    cuda_libs="-L$place -Wl,-rpath,$place"
    break
  done
  cuda_libs="$cuda_libs -lcublas -lcudart"
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
  if ! "$nvcc" $cuda_host -std=c++20 $cuda_arch_flags -c "$work/a.cu" -o "$work/a.o" > "$work/log" 2>&1
  then
    why=$(grep -m 1 -i -E 'error|unsupported|fatal' "$work/log" || tail -n 1 "$work/log")
    problem="CUDA=1: $nvcc with $(host_compiler) cannot compile for CUDA_ARCH='$archs' ($why)"
    problem="$problem; expected C++20, cuBLAS and numbers of GPUs, 80 90 say. $how"
  elif ! (eval "$CXX $CXXFLAGS $work/a.o -o $work/a.out $LDFLAGS $cuda_libs") > "$work/log" 2>&1; then
    why=$(grep -m 1 -i -E 'cannot|undefined|error' "$work/log" || tail -n 1 "$work/log")
    problem="CUDA=1: no program links with cuBLAS and cudart ($why); expected them in"
    problem="$problem ${cuda_libs%% *}. $how"
  elif ! cuda_version=$(run); then
    problem="CUDA=1: a program with cuBLAS does not start; expected its library in ${cuda_libs%% *}. $how"
  else
    cuda_text=", CUDA $cuda_version for $archs"
  fi
}

# Sets mpi_cflags, mpi_libs, mpi_version and mpi_text, or `problem`: asks mpicxx for its flags, and builds and starts a
# program of the C API with our compiler. Leaves out the C++ bindings, which newer MPIs no longer have.
find_mpi() {
  mpi_cflags= mpi_libs= mpi_version= mpi_text=
  [ "$MPI" = 1 ] || return 0
  how='Try: install Open MPI or MPICH (apt install libopenmpi-dev openmpi-bin, dnf install openmpi-devel, brew install open-mpi)'
  if ! command -v "$MPICXX" > /dev/null 2>&1; then
    problem="MPI=1: no $MPICXX here; expected that of Open MPI or MPICH, by its name or path MPICXX=. $how"
    return
  fi
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
  trial='#include <mpi.h>
#include <cstdio>
int main() {
  char text[MPI_MAX_LIBRARY_VERSION_STRING];
  int length = 0;
  MPI_Get_library_version(text, &length);
  std::puts(text);
}'
  if ! compile "$trial" "$mpi_cflags"; then
    why=$(grep -m 1 -i -E 'cannot|undefined|error|no such' "$work/log" || tail -n 1 "$work/log")
    problem="MPI=1: no program with the flags of $MPICXX ($words) builds with $CXX ($why);"
    problem="$problem expected <mpi.h> and its library. $how"
  elif ! mpi_version=$(run | head -n 1 | tr -s '\t' ' ' | cut -d , -f 1) || [ -z "$mpi_version" ]; then
    problem="MPI=1: a program with the libraries of $MPICXX does not start; expected them in$mpi_libs. $how"
  else
    mpi_text=", $mpi_version"
  fi
}

# Sets every variable that write_found prints, and `missing`; or `problem`, at the first one.
probe() {
  missing= problem= libs= brew=
  compiler_text=$(compiler_name)
  if [ -z "$compiler_text" ]; then
    missing='compiler fmt doctest' compiler_text="no compiler $CXX"
    return
  fi
  brew=$(brew --prefix 2> /dev/null)
  for step in language arch cuda mpi; do
    find_$step
    [ -z "$problem" ] || return 0
  done
  find_exact
  find_flags
  find_openmp
  find_fmt
  find_doctest
  [ -n "$fmt_header" ] || missing="$missing fmt"
  [ -n "$doctest_header" ] || missing="$missing doctest"
}

compiler_name() {
  eval "$CXX --version" 2> /dev/null | head -n 1 > "$work/version"
  number=$(eval "$CXX -dumpfullversion -dumpversion" 2> /dev/null | head -n 1)
  [ -s "$work/version" ] && [ -n "$number" ] && printf '%s %s' "$CXX" "$number"
}
