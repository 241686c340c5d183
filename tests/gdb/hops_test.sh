#!/bin/bash
# hops_test.sh: few calls lie between a line of the user and the inner loop of an op, and between the
# walk of backward and the inner loop of a gradient: at most 4. gdb counts them, with the engine
# built without optimisation, as a reader steps through it.
set -u

skip() {
  echo "SKIP hops: $1"
  exit 0
}
command -v gdb > /dev/null 2>&1 || skip 'no gdb here'
gdb -nx -batch -ex 'python print(6 * 7)' 2> /dev/null | grep -q 42 || skip 'this gdb has no Python'
gdb -nx -batch -ex run --args "$(command -v true)" 2>&1 | grep -q 'exited normally' ||
  skip 'gdb may not run programs here'
case ${HOLO_SETTINGS:-} in *SAN=\'[a-z]*) skip 'not with sanitizers' ;; esac

cat > hops.cpp << 'END'
#include "holo/creation.h"
#include "holo/ops.h"

using namespace holo;

int main() {
  Tensor x = tensor({1, 2, 3}).set_requires_grad();
  Tensor w = tensor({4, 5, 6}).set_requires_grad();
  Tensor y = x * w;
  Tensor e = exp(y);
  e.backward(ones({3}));
}
END

# The functions that the inner loops call are those of math.h; the frames above them are counted, up
# to main on the way forward, up to the walk on the way back.
cat > count.py << 'END'
import gdb

gdb.execute("set pagination off")
gdb.execute("set breakpoint pending on")

def frames():
    names, frame = [], gdb.newest_frame()
    while frame is not None:
        names.append((frame.name() or "?").replace("(anonymous namespace)::", ""))
        frame = frame.older()
    return names

def stop_in(function):
    point = gdb.Breakpoint(function)
    gdb.execute("run" if gdb.selected_inferior().pid == 0 else "continue", to_string=True)
    point.delete()
    return frames()

def hops(names, top):
    # names[0] is the formula, names[1] the loop that calls it.
    for i, name in enumerate(names):
        if name.split("(")[0].split("::")[-1] == top:
            return i - 1
    return -1

short = lambda name: name.split("(")[0].split("<")[0].split("::")[-1] or name
for what, function, top in [("x * w, forward", "holo::math::Mul::f<holo::real_float::Vec>", "main"),
                            ("exp, forward", "holo::math::Exp::f<holo::real_float::Vec>", "main"),
                            ("exp, backward", "holo::math::Exp::df<holo::real_float::Vec>", "walk_back"),
                            ("x * w, backward", "holo::math::Mul::da<holo::real_float::Vec>", "walk_back")]:
    names = stop_in(function.replace("real_float", REAL))
    print("HOPS", hops(names, top), what + ":", " <- ".join(short(name) for name in names[1:10]))
END
real=float
case ${HOLO_SETTINGS:-} in *REAL=\'double\'*) real=double ;; esac
sed -i "1a REAL = 'real_$real'" count.py

src=$HOLO_ROOT/src
if ! eval "$HOLO_COMPILE -g -O0 -I$src hops.cpp $src/tensor/*.cpp $src/backend/*.cpp \
  $src/backend/cpu/*.cpp $src/base/shape.cpp $src/ops/elementwise*.cpp $src/ops/broadcast.cpp \
  -o hops.out $HOLO_LIBS" > log 2>&1; then
  echo "FAIL hops: the program does not build: $(grep -m 1 error log)"
  exit 0
fi
gdb -nx -batch -x count.py ./hops.out > log 2>&1
if [ "$(grep -c '^HOPS ' log)" != 4 ]; then
  echo "FAIL hops: gdb did not find the four loops: $(tail -n 1 log)"
  exit 0
fi
while read -r _ count text; do
  if [ "$count" -ge 1 ] && [ "$count" -le 4 ]; then
    echo "PASS hops: $count for $text"
  else
    echo "FAIL hops: $count for $text"
  fi
done < <(grep '^HOPS ' log)
