#!/bin/bash
# emulator_test.sh: the emulator finds planted bugs and names their lines, and says nothing of a kernel
# without one. In: HOLO_ROOT, CXX. Each tool has a build of its own: plain, AddressSanitizer with
# UndefinedBehaviorSanitizer, and ThreadSanitizer.
here=$HOLO_ROOT/tests/emulator
emulator=$HOLO_ROOT/src/emulator
words=(-std=c++20 -O1 -g -I"$HOLO_ROOT/src" -I"$emulator/include")
for file in "$emulator"/*.cpp; do
  case $file in */cublas*) ;; *) echo "#include \"$file\"" ;; esac
done > emulator.cpp

# build TOOL COMPILER "FLAGS OF THE EMULATOR" "FLAGS OF KERNELS"
build() {
  $2 "${words[@]}" $3 -c emulator.cpp -o "$1.o" &&
    $2 "${words[@]}" $3 $4 -x c++ "$here/planted.cu" -x none "$1.o" -pthread -o "$1-planted"
}

# A g++ with ThreadSanitizer takes longer than a clang++; both may need addresses that do not wander.
tsan=$CXX
command -v clang++ > /dev/null && tsan=clang++
still=
setarch -R true 2> /dev/null && still='setarch -R'
build plain "$CXX" '' '-fsanitize=alignment -fsanitize-undefined-trap-on-error' > plain.log 2>&1 &
build asan "$CXX" -DEMULATOR_ASAN '-fsanitize=address,undefined -fno-sanitize-recover=all' > asan.log 2>&1 &
build tsan "$tsan" -DEMULATOR_TSAN -fsanitize=thread > tsan.log 2>&1 &
wait
for tool in plain asan tsan; do
  if [ -x $tool-planted ]; then continue; fi
  case $tool in
    plain) echo "FAIL the emulator and its kernels compile"; cat plain.log; exit 1 ;;
    *) echo "SKIP $tool: no such sanitizer here"; head -n 3 $tool.log ;;
  esac
done

# finds TOOL NAME TEXT [VARIABLE=VALUE...]: the report has TEXT and, from a sanitizer, the line of the bug NAME.
finds() {
  local tool=$1 name=$2 text=$3 line
  shift 3
  [ -x "$tool-planted" ] || return
  line=$(grep -n "// bug: $name\$" "$here/planted.cu" | cut -d: -f1)
  env TSAN_OPTIONS=halt_on_error=0 "$@" $still "./$tool-planted" "$name" > "$name.log" 2>&1
  if ! grep -q -- "$text" "$name.log"; then
    echo "FAIL $name, $tool: no report of '$text'"
  elif [ "$tool" != plain ] && ! grep -q "planted.cu:$line\b" "$name.log"; then
    echo "FAIL $name, $tool: the report does not name line $line"
  else
    echo "PASS $name, $tool: found"
    return
  fi
  head -n 40 "$name.log"
}
finds tsan missing_first 'ThreadSanitizer: data race'
finds asan past_global 'AddressSanitizer: use-after-poison'
finds asan host_reads 'the host reads device memory at'
finds asan after_free 'to a block that was freed'
# Without any tool: what a wrong kernel computes is no number, and faults have one line.
finds plain missing_first 'y\[0\] = nan' EMULATOR_ORDER=forward
finds plain divergent_barrier 'divergent_barrier: threads of a block at two barriers: thread (0,0,0)'
finds plain half_warp 'waits for lane 16 of its mask, which has returned'
finds plain host_reads 'the host reads device memory at' EMULATOR_ORDER=random
finds plain host_pointer 'copy_all: argument 1'
finds plain past_global 'past_global: argument 1 points to a block of 256 bytes, and a number 0 bytes behind it was written'
finds plain half_warp 'EMULATOR_ORDER=sideways: unknown; expected one of: forward reverse random' EMULATOR_ORDER=sideways
for tool in plain asan tsan; do
  [ -x "$tool-planted" ] || continue
  for setting in EMULATOR_ORDER=forward EMULATOR_ORDER=random; do
    said=$(env $setting $still "./$tool-planted" correct 2>&1)
    if [ "$said" = 'y[0] = 2' ]; then
      echo "PASS a correct kernel, $tool, $setting"
    else
      echo "FAIL a correct kernel, $tool, $setting: $said"
    fi
  done
done
