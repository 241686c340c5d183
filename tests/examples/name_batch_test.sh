#!/bin/bash
# name_batch_test.sh: what chapter 17 says of a batch holds for other names too: with the mask nothing
# of a later position is seen, and the batch has the loss and the gradients of its names one by one.
# The parts of a GPT and its cache give the logits of the model. Wrong flags of the three programs are one line.
set -u
. "$HOLO_ROOT/tests/examples/refusals.sh"
program=$HOLO_BUILD/bin/17_name_batch

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
