#!/bin/bash
# output_targets_test.sh: what may be where a model is written: an empty file, a link, a link to
# nothing; what may not: a read-only file, links in a loop. A limit of the file size (ulimit -f) is
# an error that leaves no file behind.
set -u
export HOLO_PROGRESS=off OMP_NUM_THREADS=1
. "$HOLO_ROOT/tests/examples/refusals.sh"
program=$HOLO_BUILD/bin/train_gpt
small=(--steps 1 --warmup 0 --n-layer 1 --n-embd 16 --batch 1 --samples 0)

# written NAME PATH: train_gpt writes PATH, and a model is there.
written() {
  why=
  run "${small[@]}" --out "$2"
  [ "$code" = 0 ] || why="exit code $code: $(head -n 1 err)"
  "$HOLO_BUILD/bin/sample_gpt" --from "$2" --samples 1 > out 2> err || why="$why $(cat err)"
  [ -z "$(ls -- *.tmp 2> /dev/null)" ] || why="$why a temporary file stayed"
  check "output targets: $1"
}

: > empty
written 'an empty file' empty
written 'the file of mktemp' "$(mktemp ./XXXXXX)"
ln -s named link
written 'a link to a file that is not there' link
why=; [ -L link ] && [ -f named ] || why='the link was replaced'
check 'output targets: the link leads to the model'

ln -s b a
ln -s a b
run "${small[@]}" --out a
one_line 1 error 'a: is a link that leads back to itself'
[ -L a ] || why="$why the link is gone"
check 'output targets: links in a loop are refused'

chmod 444 named
cp named before
run "${small[@]}" --out named
one_line 1 error 'named: is read-only; expected a file that can be written'
cmp -s named before || why="$why it has changed"
check 'output targets: a read-only model is refused'

(trap '' XFSZ; ulimit -f 8; exec "$program" "${small[@]}" --out limited 2>&1 > /dev/null) | cat > err
code=${PIPESTATUS[0]}
one_line 1 error 'limited: cannot write: File too large; expected'
[ -z "$(ls -d limited* 2> /dev/null)" ] || why="$why it left $(ls -d limited*)"
check 'output targets: the limit of the file size is an error'
