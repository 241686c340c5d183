# probe_cuda.sh: finds nvcc, its targets, and the libraries of CUDA. probe.sh reads it; it is not run. In: the variables
# of probe.sh, and $work, a folder for trials.

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
