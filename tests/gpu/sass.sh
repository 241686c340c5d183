#!/bin/bash
# sass.sh [FILE...]: what nvcc makes of the kernels, counted in the machine code of each kind of GPU: no GPU is needed.
# Without files, of all *.cu of src/. In: ARCHS, default "75 80 90 100 120"; JOBS, default 2; REAL; nvcc in the PATH
# or in /usr/local/cuda/bin, and nvdisasm, which some packages of the toolkit lack (PyPI: nvidia-cuda-nvdisasm).
# A row for each kernel and kind of GPU:
#   fp64     operations in double, conversions to and from it too; those in loops; and these (or, without a loop, all)
#            for each number that is loaded or stored there
#   wide     the share of 128-bit instructions in the bytes that are loaded from and stored to global memory there; what
#            all threads load, such as the constants of a step, counts too
#   regs     registers of a thread
#   local    bytes of a thread that lie in memory: what did not fit into registers, and an array that sin and cos have
#            for huge angles; the loop over its whole numbers is not counted
# The counts are those of the code, not of a run: what is behind a branch counts as much as what is always done.
set -u
cd "$(dirname "$0")/../.." || exit 1
PATH=$PATH:/usr/local/cuda/bin
: "${ARCHS:=75 80 90 100 120}" "${JOBS:=2}" "${REAL:=float}"
for tool in nvcc nvdisasm; do
  command -v $tool > /dev/null || { echo "sass: no $tool here; expected that of CUDA 12 or newer in the PATH" >&2 && exit 2; }
done
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
export work REAL
[ $# -gt 0 ] || set -- $(ls src/*/*.cu src/*/*/*.cu)

# count ARCH FILE: the rows of its kernels.
count() {
  local arch=$1 name=$work/$1-$(basename "$2" .cu)
  nvcc -std=c++20 -O3 -arch="sm_$arch" -Iinclude -Isrc -DHOLO_REAL="$REAL" -Xptxas -v -cubin "$2" -o "$name.cubin" > "$name.log" 2>&1 ||
    { cat "$name.log" >&2 && return 1; }
  nvdisasm -c "$name.cubin" > "$name.sass" 2> /dev/null || return 0  # a file without kernels
  sed "s|^\.text\.|.text |" "$name.log" "$name.sass" | c++filt | awk -v arch="$arch" -v file="$(basename "$2" .cu)" -v number="$([ "$REAL" = double ] && echo 8 || echo 4)" '
    function short(name) {
      gsub(/holo::|\(anonymous namespace\)::|_GLOBAL__N__[a-z0-9_]*::|^void /, "", name)
      sub(/\(.*/, "", name)
      gsub(/ /, "", name)
      return name
    }
    function bytes_of(op) {
      return op ~ /\.256/ ? 32 : op ~ /\.128/ ? 16 : op ~ /\.64/ ? 8 : op ~ /\.[US]?16/ ? 2 : op ~ /\.[US]8/ ? 1 : 4
    }
    /Compiling entry function/ { split($0, quoted, "\047"); name = short(quoted[2]) }
    /bytes stack frame/ { match($0, /[0-9]+ bytes stack frame/); stack[name] = substr($0, RSTART, RLENGTH) + 0 }
    /Used [0-9]+ registers/ { match($0, /Used [0-9]+/); regs[name] = substr($0, RSTART + 5, RLENGTH - 5) }
    /^\.text / { end_kernel(); name = short(substr($0, 7)); sub(/:$/, "", name); kernel = name; n = 0; delete at; next }
    kernel && /^\.L[^:]*:/ { label = $1; sub(/:.*/, "", label); at[label] = n + 1; next }
    kernel && match($0, /\/\*[0-9a-f]+\*\//) {
      line = substr($0, RSTART + RLENGTH)
      gsub(/^[ {]+|@!?U?P[0-9T]+ /, "", line)
      split(line, word, " ")
      op[++n] = word[1]
      target[n] = word[1] ~ /^BRA/ && match(line, /\.L[a-zA-Z0-9_]+/) ? substr(line, RSTART, RLENGTH) : ""
    }
    function end_kernel(   i, k, computes, skip, loop, fp64, in_loop, wide, all, loop_wide, loop_bytes, bytes) {
      if (!kernel) return
      for (i = 1; i <= n; ++i) {
        if (target[i] == "" || !(target[i] in at) || at[target[i]] >= i) continue
        computes = 0
        for (k = at[target[i]]; k <= i; ++k) computes += op[k] ~ /^(FADD|FMUL|FFMA|FMNMX|FSETP|DADD|DMUL|DFMA|DSETP)/
        for (k = at[target[i]]; k <= i; ++k) if (computes) loop[k] = 1; else skip[k] = 1
      }
      for (i = 1; i <= n; ++i) {
        if (op[i] ~ /^(DADD|DMUL|DFMA|DSETP|DMNMX)/ || op[i] ~ /64H/ || (op[i] ~ /^(F2F|I2F|F2I)/ && op[i] ~ /F64/)) { ++fp64; in_loop += loop[i] }
        if ((skip[i] && !loop[i]) || op[i] !~ /^(LDG|STG|LD|ST)(\.|$)/) continue
        bytes = bytes_of(op[i])
        all += bytes
        if (bytes >= 16) wide += bytes
        if (!loop[i]) continue
        loop_bytes += bytes
        if (bytes >= 16) loop_wide += bytes
      }
      printf "%-26s %-36s %5s %5d %5d %7.1f %5d%% %5d %7d\n", file, kernel, arch, fp64, in_loop,
        loop_bytes ? in_loop * number / loop_bytes : all ? fp64 * number / all : 0,
        loop_bytes ? 100 * loop_wide / loop_bytes : all ? 100 * wide / all : 0, regs[kernel], stack[kernel]
      kernel = ""
    }
    END { end_kernel() }'
}
export -f count
printf '%-26s %-36s %5s %5s %5s %7s %6s %5s %7s\n' file kernel sm fp64 loops number wide regs local
for arch in $ARCHS; do printf "$arch %s\n" "$@"; done | xargs -P "$JOBS" -L 1 bash -c 'count "$0" "$1"' | sort -s -k 1,2 -k 3,3n
