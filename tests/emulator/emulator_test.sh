#!/bin/bash
# emulator_test.sh: the emulator finds planted bugs and names their lines, and says nothing of kernels
# without one. In: HOLO_ROOT, CXX. Each tool has a build of its own: plain, AddressSanitizer with
# UndefinedBehaviorSanitizer, and ThreadSanitizer.
here=$HOLO_ROOT/tests/emulator
emulator=$HOLO_ROOT/src/emulator
words=(-std=c++20 -O1 -g -I"$HOLO_ROOT/src" -I"$emulator/include" -I"$here")
for file in "$emulator"/*.cpp; do
  case $file in */cublas*) ;; *) echo "#include \"$file\"" ;; esac
done > emulator.cpp
printf '#include "%s"\n' "$emulator"/cublas*.cpp > cublas.cpp

# build TOOL COMPILER "FLAGS OF THE EMULATOR" "FLAGS OF KERNELS": bin/TOOL-planted, bin/TOOL-correct
build() {
  local tool=$1 compiler=$2
  $compiler "${words[@]}" $3 -c emulator.cpp -o "$tool.o" || return
  $compiler "${words[@]}" $3 $4 -c cublas.cpp -o "$tool-cublas.o" || return
  for program in planted correct; do
    $compiler "${words[@]}" $3 $4 -x c++ "$here/$program.cu" -x none "$tool.o" "$tool-cublas.o" -pthread \
      -o "$tool-$program" || return
  done
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
  if [ -x $tool-correct ]; then continue; fi
  case $tool in
    plain) echo "FAIL the emulator and its kernels compile"; cat plain.log; exit 1 ;;
    *) echo "SKIP $tool: no such sanitizer here"; head -n 3 $tool.log ;;
  esac
done

# finds TOOL NAME TEXT [VARIABLE=VALUE...]: the report has TEXT and the line of the bug NAME.
finds() {
  local tool=$1 name=$2 text=$3 line
  shift 3
  [ -x "$tool-planted" ] || return
  line=$(grep -n "// bug: $name\$" "$here/planted.cu" | cut -d: -f1)
  env TSAN_OPTIONS=halt_on_error=0 "$@" $still "./$tool-planted" "$name" > "$name.log" 2>&1
  if ! grep -q -- "$text" "$name.log"; then
    echo "FAIL $name: no report of '$text'"
  elif ! grep -q "planted.cu:$line\b" "$name.log"; then
    echo "FAIL $name: the report does not name line $line"
  else
    echo "PASS $name: found and named"
    return
  fi
  head -n 40 "$name.log"
}

race='ThreadSanitizer: data race'
finds tsan missing_first "$race"
finds tsan missing_syncwarp "$race"
finds plain divergent_barrier 'divergent_barrier: threads of a block at two barriers: thread (0,0,0)'
finds plain half_warp 'waits for lane 16 of its mask, which has returned'
finds asan past_global 'AddressSanitizer: use-after-poison'
finds asan misaligned 'misaligned address'
finds asan unwritten_shared 'of block (1,0,0) computes with a number that nobody has written' \
  EMULATOR_TRAP=1
finds asan host_pointer 'copy_to: argument 1 has a pointer, .* to memory of the host'
finds asan missing_synchronize 'AddressSanitizer: use-after-poison' EMULATOR_STREAM=delayed
finds asan host_reads 'the host reads device memory at'
finds asan after_free 'to a block that was freed'
finds asan short_copy 'its source is a block of 256 bytes, 260 bytes from byte 0 on'
finds asan wide_columns 'A, 8 x 8 with leading dimension 9, does not lie in device memory: a block of 256'

# A pointer in a class with a constructor would not be found: such an argument does not compile.
if $CXX "${words[@]}" -fsyntax-only -x c++ "$here/hidden_pointer.cu" > hidden.log 2>&1; then
  echo 'FAIL hidden_pointer: it compiles'
elif grep -q 'may hide a pointer' hidden.log && grep -q 'hidden_pointer.cu:' hidden.log; then
  echo 'PASS hidden_pointer: it does not compile'
else
  echo "FAIL hidden_pointer: $(grep -m 1 error hidden.log)"
fi

# Without any tool: what a wrong kernel computes is no number, and faults have one line.
says() {
  local name=$1 text=$2
  shift 2
  if env "$@" ./plain-planted "$name" 2>&1 | grep -q -- "$text"; then
    echo "PASS $name, no sanitizer: $text"
  else
    echo "FAIL $name, no sanitizer: expected '$text'"
  fi
}
says missing_first 'y\[0\] = nan' EMULATOR_ORDER=forward
says missing_first 'y\[0\] = 1' EMULATOR_ORDER=reverse
says host_reads 'the host reads device memory at' EMULATOR_ORDER=random
says host_pointer 'copy_to: argument 1 has a pointer'
says missing_synchronize 'y\[0\] = nan' EMULATOR_STREAM=delayed
says past_global 'past_global: argument 1 points to a block of 256 bytes, and a number 0 bytes behind it was written'
says misaligned 'misaligned: thread (0,0,0) of block (0,0,0) uses a misaligned address'
says two_streams 'y\[0\] = 1' EMULATOR_STREAM=delayed
says product_without_stream 'a stream that does not exist' EMULATOR_STREAM=delayed
says half_warp 'EMULATOR_ORDER=sideways: unknown; expected one of: forward reverse random' \
  EMULATOR_ORDER=sideways

for tool in plain asan tsan; do
  [ -x "$tool-correct" ] || continue
  for setting in EMULATOR_ORDER=forward EMULATOR_ORDER=reverse EMULATOR_ORDER=random EMULATOR_STREAM=delayed \
    EMULATOR_MATH=other; do
    said=$(env $setting $still "./$tool-correct" 2>&1)
    if [ "$said" = end ]; then
      echo "PASS correct kernels, $tool, $setting"
    else
      echo "FAIL correct kernels, $tool, $setting"
      printf '%s\n' "$said" | head -n 30
    fi
  done
done
