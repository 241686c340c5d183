#!/bin/bash
# chapters_test.sh: what pages say of their programs holds for other inputs too. Chapter 17: with the mask nothing
# of a later position is seen, the batch has the loss and the gradients of its names one by one, and the parts of a GPT
# and its cache give the logits of the model. Chapter 20: the network tells the moons apart. Chapter 6: 200 MB are enough.
set -u
. "$HOLO_ROOT/tests/examples/refusals.sh"
program=$HOLO_BUILD/bin/17_name_batch

# ---- chapter 17 ----

# row NAME N: the numbers of the N-th line of `out` that begins so.
row() { sed -n "s/^ *$1 *//p" out | sed -n "$2p"; }

# batch NAME...: the checks for these names.
batch() {
  run --names "$@"
  why=
  [ "$code" = 0 ] || why="exit code $code: $(head -n 1 err)"
  # Positions 0 and 1 do not see that the letter at 2 has changed; no gradient goes from 1 to 2 and on.
  set -- $(row 'change of logits' 1)
  [ -n "$why" ] || [ "$#" -gt 2 -a "${1-}" = 0 -a "${2-}" = 0 -a "${3-0}" != 0 ] ||
    why="with the mask the logits change by $*"
  set -- $(row 'gradient from 1' 1)
  later=" ${*:3} "
  [ -n "$why" ] || [ "$#" -gt 2 -a "${1-0}" != 0 -a "${2-0}" != 0 -a -z "${later//[ 0]/}" ] ||
    why="with the mask the gradient is $*"
  set -- $(row 'change of logits' 2) $(row 'gradient from 1' 2)
  [ -n "$why" ] || [[ "$#" -gt 5 && " $* " != *' 0 '* ]] || why="without it they are $*"
  [ -n "$why" ] || awk '/^the batch/ { batch = $3 } /^by targets/ { targets = $3 }
    /^the last two/ { near = $5 + 0 < 1e-6 && $9 + 0 < 1e-6; seen = 1 }
    END { exit !(seen && near && (batch - targets) ^ 2 < 1.1e-8) }' out ||
    why="the loss of the batch: $(tail -n 1 out)"
}
batch anna bo emma
check 'a batch of three names'
batch zz christopher ab
check 'a batch of very different lengths'
batch abcdefghijklmno
check 'the longest name by itself'

# refused NAME TEXT FLAG...
refused() {
  run "${@:3}"
  one_line 2 error "$2"
  check "$1"
}
for name in Bo x abcdefghijklmnop 'a b' é; do
  refused "the name $name" "--names: '$name'; expected 2 to 15 letters from a to z" --names "$name"
done
refused 'no name' '--names: no value' --names
refused 'a flag with another name' 'Try: --names' --name anna
program=$HOLO_BUILD/bin/17_training_loop
refused 'a factor of 0' "--factor: '0'; expected a number above 0" --factor 0
refused 'too few steps' "--steps: '9'; expected an integer from 10" --steps 9
refused 'a value for a flag that takes none' '--no-zero-grad' --no-zero-grad=1

program=$HOLO_BUILD/bin/17_tiny_gpt
# The logits of the parts, and those with the cache: how far they are from those of the model.
apart() {
  run --steps 3 --text abcdefghijklmno "$@"
  [ "$code" = 0 ] && awk '/apart$/ { print ($(NF - 1) < 1e-5 ? "near" : "far") }' out | paste -s
}
why=$(apart)
[ "$why" != $'near\tnear' ] || why=
check 'the parts, and the cache, have the logits of the model'
why=$(apart --n-layer 2)
[ "$why" != $'far\tnear' ] || why=
check 'the parts of the first of two blocks have others'
for text in emM abcdefghijklmnop; do
  refused "the text $text" "--text: '$text'; expected 1 to 15 letters from a to z" --text "$text"
done

# ---- chapter 20: the picture has the points and the two grounds of the committed one ----

program=$HOLO_BUILD/bin/20_two_moons committed=$HOLO_ROOT/docs/figures/two_moons.svg
is() {
  local name=$1
  shift
  if "$@" > log 2>&1; then echo "PASS two moons: $name"; else echo "FAIL two moons: $name: $(head -c 300 log)"; fi
}
learns() {
  "$program" --plots . > out && cat out && awk '$1 == 0 { first = $3 } $1 == 200 { last = $3; new = $5 }
    END { exit !(first < 60 && last >= 99 && new >= 99) }' out
}
count() { grep -o "$1" "$2" | wc -l; }
alike() {
  for part in '<circle' 'Two moons, and how sure the network is' '</svg>'; do
    [ "$(count "$part" two_moons.svg)" = "$(count "$part" "$committed")" ] || { echo "not as many: $part"; return 1; }
  done
  [ "$(count '<circle' two_moons.svg)" -ge 100 ]
}
# A probability from 0 to 1 has a shade of opacity 0.08 times 0 to 5.
shades() { [ "$(grep -o 'fill-opacity="[^"]*"' two_moons.svg | sort -u | tail -n 1)" = 'fill-opacity="0.40"' ]; }
short() {
  "$program" --steps 5 > out && cat out && [ "$(awk 'NR > 2 { printf "%s ", $1 }' out)" = '0 1 2 3 4 5 ' ]
}
is 'from worse than chance to 99 % of points that it has not seen' learns
is 'its picture is like the committed one' alike
is 'its ground shows probabilities' shades
is 'a training of fewer than ten steps shows each' short
no_folder() {
  "$program" --plots no/such/folder > out 2> err
  [ $? = 1 ] && [ ! -s out ] && [ "$(grep -c '' err)" = 1 ] && grep -q '^error: no/such/folder/two_moons.svg: ' err
}
is 'a folder that is not there is one line, before the training' no_folder

# ---- a chapter that computes a loss again for each number of a matrix forgets what it no longer needs ----

what='memory of a chapter'
. "$HOLO_ROOT/tests/skips.sh"
no_sanitizers
[ "$(uname)" = Linux ] || skip 'no ulimit -v here'
for flags in '--steps 1' '--steps 1 --gradient cut'; do
  # shellcheck disable=SC2086
  (ulimit -v 200000; OMP_NUM_THREADS=1 MALLOC_ARENA_MAX=1 exec timeout 60 "$HOLO_BUILD/bin/06_earlier_positions" $flags > out 2> err)
  status=$?
  if [ $status = 0 ] && grep -q '^cut   gradient: largest difference ' out; then
    echo "PASS 06_earlier_positions $flags in 200 MB"
  else
    echo "FAIL 06_earlier_positions $flags in 200 MB: status $status, $(head -n 1 err)"
  fi
done
