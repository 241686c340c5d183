#!/bin/bash
# kernel_test.sh: make gdb-kernel steps through one thread of a kernel and prints what
# tests/gdb/softmax.txt and docs/debugging.md say; F5 in an editor stops there. It needs a build for the emulator (CUDA=emu), whose
# library it links; the kernel is compiled anew, without optimisation.
#
# When the code at a stop has changed: make gdb-kernel, then put what it prints into softmax.txt.
set -u
here=$PWD
what=kernel
. "$HOLO_ROOT/tests/skips.sh"
if make -C "$HOLO_ROOT" --no-print-directory GDB=/nowhere/gdb gdb-kernel > log 2>&1; then
  echo 'FAIL kernel: without gdb make gdb-kernel ends with status 0'
elif [ "$(grep -c . log)" = 1 ] && grep -q 'make gdb-kernel: no /nowhere/gdb with Python' log; then
  echo 'PASS kernel: without gdb make gdb-kernel says in one line what to install'
else
  echo "FAIL kernel: without gdb make gdb-kernel says: $(head -n 2 log)"
fi
if make -C "$HOLO_ROOT" --no-print-directory EX=nothing gdb-kernel > log 2>&1 ||
  ! grep -q 'EX=nothing: unknown; expected one of: softmax' log; then
  echo "FAIL kernel: EX=nothing says: $(head -n 2 log)"
else
  echo 'PASS kernel: an unknown EX is refused with those there are'
fi

case ${HOLO_SETTINGS:-} in *CUDA=\'emu\'*) ;; *) skip 'not with CUDA=emu' ;; esac
case $HOLO_SETTINGS in *REAL=\'double\'*) skip 'the figures are those of floats' ;; esac
needs_gdb

root=$(printf %q "$HOLO_ROOT")
# The library has the kernel, too: the first definition of a name is taken.
if ! eval "$HOLO_COMPILE -Wl,-z,muldefs -g -O0 -I$root/src -I$root/src/emulator/include \
  $root/examples/kernels/softmax.cpp -x c++ $root/src/ops/softmax_cuda.cu -x none -o softmax.out \
  $HOLO_LIBS" > log 2>&1; then
  echo "FAIL kernel: softmax does not build: $(grep -m 1 -E 'error|undefined' log)"
  exit 0
fi
gdb -nx -batch -x "$HOLO_ROOT/src/gdb/hologradient.gdb" -x "$HOLO_ROOT/src/gdb/softmax.gdb" softmax.out \
  > have 2> errors < /dev/null
if cmp -s "$HOLO_ROOT/tests/gdb/softmax.txt" have; then
  echo "PASS kernel: gdb prints tests/gdb/softmax.txt, $(grep -c '^---- stop ' have) stops"
else
  echo "FAIL kernel: gdb prints $(diff "$HOLO_ROOT/tests/gdb/softmax.txt" have | sed -n '2,5p' | tr '\n' ' ')"
  head -n 2 errors
fi

# The same thread when F5 starts it in an editor; what it builds then is this program.
. "$HOLO_ROOT/tests/gdb/editor_session.sh"
printf '%s\n' stop 'show emulator::now->thread.x' |
  session examples/kernels/softmax.cpp 'one thread of the open kernel (gdb)' "$PWD/softmax.out"
has 'F5 stops in the kernel' '^src/ops/softmax_cuda.cu, in softmax_kernel' have
has 'F5 stops in its thread 5' '^emulator::now->thread.x = 5$' have
has_lldb_sessions || exit 0
echo stop | session examples/kernels/softmax.cpp 'one thread of the open kernel (lldb)' "$PWD/softmax.out"
has 'F5 stops in the kernel, in lldb' '^src/ops/softmax_cuda.cu, in softmax_kernel' have
