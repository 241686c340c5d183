#!/bin/bash
# targets_test.sh: every target that `make help` names does what it says from a fresh clone: in a
# clone of this tree, or in the tiny one where all of it would take too long. Of targets that
# another test runs, `make -n` shows the commands. A target that the table below does not have is a failure.
set -u
. "$HOLO_ROOT/tests/make/tiny_tree.sh"
. "$HOLO_ROOT/tests/make/fresh_clone.sh"
clone=$here/clone
clone "$clone" || { echo 'SKIP targets: no git here'; exit 0; }

# ---- what the tiny tree needs besides ----

mkdir -p tests/{data,fuzz,gpu} examples/kernels
cp "$HOLO_ROOT"/tests/fuzz/fuzz.sh tests/fuzz
cat > tests/fuzz/fuzzer.cpp << 'END'
extern "C" int LLVMFuzzerTestOneInput(const unsigned char*, decltype(sizeof 0)) { return 0; }
END
echo tiny a > tests/data/fuzz.txt
echo 'int main() {}' | tee examples/01_value.cpp examples/kernels/softmax.cpp > examples/08_tensor.cpp
echo 'echo checked on "$CUDA", $STAGES' > tests/gpu/gpu_check.sh
printf '#!/bin/sh\ncase "$*" in *"6 * 7"* | *yes*) echo 42 ;; *) echo "toured: $*" ;; esac\n' > "$here/bin/a_gdb"
chmod +x "$here/bin/a_gdb"

# ---- the table: target | where | arguments | what its words must have ----

# Those that have a test of their own are asked only what they would do: -n.
mkdir "$here/class"

table="demo|clone|-n|bin/17_demo
gpt|clone|-n|bin/import_gpt
all|tiny||^ready: .*libhologradient
microgpt|clone|-n|/07_microgpt
exact|clone|-n|--exact
run-NAME|clone||^loss
test|tiny|-n|HOLO_PART='?test'? .*run.sh
test-rest|tiny|-n|HOLO_PART='?rest'? .*run.sh
test-all|tiny|-n|HOLO_PART='?all'? .*run.sh
check|tiny|-n|check.sh
fuzz|tiny|FUZZ_SECONDS=1|^(tiny: [0-9]* runs|0 passed, 0 failed, 1 skipped)
engine|tiny|wasm_cxx=no-compiler|^0 passed, 0 failed, 1 skipped$
races|tiny|-n|races
shapes|tiny|SECONDS=1 -n|HOLO_SECONDS=1 
golden|clone|-n|bin/golden
mutants|clone|ARGS='--list src/ops'|^20 of [0-9]* places
bench|tiny||^bench
experiments|clone|-n|bin/experiment_
figures|clone|-n|bin/experiment_figures
book|clone|-n|make_book.py
slides|clone|-n|slides.py
tour|tiny|GDB='$here/bin/a_gdb' -n|debugger.sh tour tour_value
spine|clone|-n|spine.sh
debug|tiny|GDB='$here/bin/a_gdb' EX=08_tensor|^toured: .*-debug/bin/08_tensor
editor|tiny|FILE=examples/01_value.cpp -n|build/editor/program: examples/01_value.cpp
gdb-kernel|tiny|GDB='$here/bin/a_gdb' -n|-debug-emulator/bin/kernel_softmax
gpu-check|tiny|CUDA=emu STAGES='cuda twins'|^checked on emu, cuda twins$
exercise|clone|EX=06 ANSWER=examples/exercises/solutions/06_relu.h|^06_relu: done
project|clone|-n STAGE=1|project.sh
handin|clone|NAME=Ada OUT='$here/class/ada.txt'|^wrote .*: [0-9]* answers of Ada$
grade|clone|-n DIR='$here/class' OUT='$here/grades.csv'|grade.sh
deps|clone|DEPS=print|install
install|clone|-n|install.sh install
uninstall|clone|-n|install.sh uninstall
format|tiny||
format-check|tiny||are laid out
check-floors|clone|-n|floors.awk
compile_flags.txt|clone||^ready
clean|clone||
help|clone||^Targets"

m help
targets=$(sed -n '/^Targets/,/^Settings/s/^  \([a-zA-Z0-9_.-]*\) .*/\1/p' "$here/log")
known=$(printf '%s\n' "$table" | sed 's/|.*//')
only() { printf '%s\n' "$1" "$2" "$2" | sort | uniq -u | tr '\n' ' '; }
echo "not tried: $(only "$targets" "$known"); no targets: $(only "$known" "$targets")" > "$here/log"
is 'each target of make help is tried here, and no other' \
  test "$(echo "$targets" | sort)" = "$(echo "$known" | sort)"

# lacks TARGET: what this machine does not have for it.
lacks() {
  case $1 in
    format*) command -v clang-format > /dev/null || echo 'no clang-format' ;;
    mutants) command -v python3 > /dev/null || echo 'no python3' ;;
  esac
}

while IFS='|' read -r target where arguments pattern; do
  eval "arguments=($arguments)"
  goal=${target/run-NAME/run-01_value}
  [ "$where" = clone ] && folder=$clone || folder=$tree
  cd "$folder" || exit 1
  if [ "$where" = clone ]; then
    make --no-print-directory CXX="$CXX" "${settings[@]}" "$goal" "${arguments[@]}" \
      > "$here/log" 2>&1 < /dev/null
  else
    m "$goal" "${arguments[@]}" < /dev/null
  fi
  status=$?
  reason=$(lacks "$target")
  if [ "$status" = 0 ] && { [ -z "$pattern" ] || says "$pattern"; }; then
    pass "make $target, from a fresh clone"
  elif [ -n "$reason" ]; then
    echo "SKIP make: $target: $reason"
  else
    fail "make $target, from a fresh clone" "status $status: $(grep -m 1 -i error "$here/log" ||
      tail -n 1 "$here/log")"
  fi
done <<< "$table"
