#!/bin/bash
# bad_input_test.sh: what the examples say to wrong flags, wrong files and full disks: one line that names what is
# wrong, the right exit code (2: the command, 1: data or system), no file touched.
set -u
program=$HOLO_BUILD/bin/07_microgpt
export HOLO_PROGRESS=off

. "$HOLO_ROOT/tests/examples/refusals.sh"

data() { bad 1 "$1" "$2" --losses kept --steps 3 --data "${@:3}"; }

# fine NAME TEXT FLAG...: it trains; on stderr nothing, or one warning that has TEXT.
fine() {
  local name=$1 text=$2
  shift 2
  run --steps 12 --samples 3 "$@"
  if [ -n "$text" ]; then
    one_line 0 warning "$text"
  else
    why=
    [ "$code" = 0 ] && [ ! -s err ] || why="exit code $code: $(head -n 1 err)"
  fi
  [ -n "$why" ] || [ "$(grep -c '^sample' out)" = 3 ] || why='no samples'
  check "$name"
}

# ---- flags ----

usage() { bad 2 "$1" "$2" --losses kept "${@:3}"; }

usage 'an unknown flag names the nearest' \
  '--stebs: unknown flag; expected one that --help lists. Try: --steps' --stebs 3
usage 'a flag with _ for -' 'Try: --n-embd' --n_embd 16
usage 'a flag near nothing' 'Try: 07_microgpt --help' --bogus-thing
usage 'a stray word' "'names.txt': stray word" names.txt
usage 'a repeated flag' '--steps: given twice' --steps 3 --steps 3
usage 'a missing value at the end' '--steps: no value; expected an integer from 1 to' --steps
usage 'a missing value before a flag' '--steps: no value' --steps --seed 3
usage 'a value for a flag that takes none' '--exact' --exact=1
usage 'an unknown choice' "'gelu'; expected one of relu, relu2" --activation gelu
usage 'an unknown traversal' 'expected one of creation, depth-first' --traversal breadth-first
usage 'an unknown revision' 'expected one of relu, relu2' --revision 3
for flag in --steps --block-size; do
  for value in 0 -1 abc 12abc '' 0x10 1e3 1e99 nan inf ' 5' 5.0 1,000 99999999999999999999; do
    usage "$flag '$value'" "$flag: '$value'; expected an integer from 1 to" "$flag" "$value"
  done
done
for flag in --n-layer --n-embd --n-head; do
  usage "$flag 0" "$flag: '0'; expected an integer from 1 to" "$flag" 0
done
usage '--seed -1' "--seed: '-1'; expected an integer from 0 to 9223372036854775807" --seed -1
usage '--seed too large' "'9223372036854775808'; expected an integer from 0" \
  --seed 9223372036854775808
usage '--samples -1' "--samples: '-1'; expected an integer from 0 to" --samples -1
for value in 0 -0 0.0 -1 nan inf abc 1.5x '' 0x1p3 1e400 1,5; do
  usage "--temperature '$value'" "--temperature: '$value'; expected a number above 0" \
    --temperature "$value"
done
usage '--temperature 1e-305' 'expected a number above 1e-300' --temperature 1e-305
usage '--n-embd 65 --n-head 4' \
  '65 is not divisible by --n-head 4; expected a multiple of it. Try: --n-embd 64 or 68' \
  --n-embd 65 --n-head 4
usage '--n-embd 3 --n-head 4' 'Try: --n-embd 4' --n-embd 3 --n-head 4
usage '--n-embd 4095 --n-head 1000' 'Try: --n-embd 4000' --n-embd 4095 --n-head 1000
usage 'a model that is too large' \
  'model: 824634007552 parameters need about 774384 GiB; expected at most 8 GiB' \
  --n-layer 4096 --n-embd 4096
usage 'a model that is too large in exact mode' 'model: ' \
  --exact --n-layer 8 --n-embd 128 --block-size 128
bad 2 '--losses without a value' "--losses: ''" --losses=
usage '--data without a value' "--data: ''" --data ''

# ---- data ----

printf 'ann\nbob\n' > good
cp good also
bad 2 '--losses onto the data' 'also is the file of --data' --data also --losses also --steps 3
ln -s also link
echo 'notes of a reader' > notes
bad 1 '--losses onto a file of another kind' 'notes: exists and is not a file of losses' \
  --losses notes --steps 3
if [ "$(uname)" = Linux ] && [[ ${HOLO_SETTINGS:-} != *SAN=\'[a-z]* ]]; then
  dd if=/dev/zero of=zeros bs=1048576 count=0 seek=1024 2> /dev/null
  (ulimit -v 150000; exec timeout 20 "$program" --data good --losses zeros --steps 3 > out 2> err)
  code=$?
  one_line 1 error 'zeros: exists and is not a file of losses'
  [ -n "$why" ] || [ "$(wc -c < zeros)" = 1073741824 ] || why='it is lost'
  check '--losses onto a file of one word that memory cannot hold'
fi
bad 2 '--losses onto the data by a link' 'link is the file of --data' \
  --data also --losses link --steps 3
why=; cmp -s good also || why='it is lost'
check 'the data is as it was'

bad_texts
data 'a missing file' 'no-such-file: No such file or directory' no-such-file
data 'a folder' 'folder: is a directory' folder
cp good secret
chmod 000 secret
if [ -r secret ]; then
  echo 'SKIP an unreadable file: root reads every file'
else
  data 'an unreadable file' 'secret: Permission denied' secret
fi
data 'an empty file' 'empty: is empty (0 bytes)' empty
data 'white space only' 'blank: has only white space (8 bytes)' blank
data 'a byte that is not UTF-8' 'latin: byte 0xFF at offset 4, line 2, is not UTF-8' latin
data 'a surrogate' 'surrogate: byte 0xED at offset 3, line 2' surrogate
data 'a letter cut at the end' 'cut: byte 0xC3 at offset 3, line 2' cut
data 'UTF-16 with its mark' 'utf16: looks like UTF-16; expected UTF-8. Try: iconv' utf16
printf 'a\000n\000n\000\n\000b\000o\000b\000\n\000' > utf16_bare
data 'UTF-16 without a mark' 'utf16_bare: looks like UTF-16' utf16_bare
data 'a FIFO that nobody writes' 'pipe: is a FIFO (pipe)' pipe
data 'an endless device' '/dev/zero: is a device' /dev/zero
data 'a name with a control character' 'no\nsuch: No such file' $'no\nsuch'

fine 'two short documents, many steps' '' --data good
printf 'anna\n%s\n' abcdefghijklmnopqrstuvwxyz > one_long
fine 'a line longer than the block' \
  'of 2 documents 1 is longer than the block of 16 and cut. Try: --block-size 27' --data one_long
head -c 9999 /dev/zero | tr '\0' a > endless
printf '\nbob' >> endless
fine 'a line longer than every block' \
  'of 2 documents 1 is longer than the block of 100 and cut. Try: --block-size 4096' \
  --data endless --block-size 100
printf 'aaa\na\naa\n' > one_letter
fine 'one distinct character' "a vocabulary of 1: every letter is 'a'" --data one_letter
printf 'ann' > one_document
fine 'one document' '' --data one_document
printf 'a\nb\nc\n' > letters
fine 'documents of one letter' '' --data letters
printf '\357\273\277Zo\303\253\r\n\360\237\230\200\000\rfran\303\247ois a\314\201\n' > unicode
fine 'BOM, CRLF, CR, NUL, accents, emoji' 'unicode: its byte order mark is dropped' --data unicode --exact
tail -c +4 unicode > unmarked
fine 'a block of one token' 'and cut. Try: --block-size 4' --data good --block-size 1
fine 'the largest and the smallest temperature' '' \
  --data good --temperature 1e308 --seed 9223372036854775807
fine 'the smallest temperature' '' --data good --temperature 1e-300

# ---- places to write to: known at once, so a billion steps are no wait ----

# unwritable NAME TEXT FLAG...
unwritable() {
  local name=$1 text=$2
  shift 2
  run --data good --steps 1000000000 "$@"
  one_line 1 error "$text"
  check "$name"
}
unwritable '--losses into a missing folder' 'nowhere/losses: No such file or directory' \
  --losses nowhere/losses
unwritable '--losses into a folder' 'folder: Is a directory' --losses folder
unwritable '--losses onto a FIFO that nobody reads' 'pipe: is a FIFO (pipe)' --losses pipe
unwritable '--losses below a file' 'good/losses: Not a directory' --losses good/losses
if [ -c /dev/full ]; then
  unwritable '--losses onto a full device' '/dev/full: No space left on device' --losses /dev/full
  "$program" --data good --steps 3 > /dev/full 2> err
  code=$?
  one_line 1 error 'stdout: No space left on device'
  check 'stdout onto a full device'
else
  echo 'SKIP a full device: no /dev/full here'
fi
mkdir closed
chmod 500 closed
if touch closed/try 2> /dev/null; then
  echo 'SKIP --losses into a read-only folder: root writes everywhere'
else
  unwritable '--losses into a read-only folder' 'closed/losses: Permission denied' \
    --losses closed/losses
fi

# limited KIB FLAG...: as run, with a limit on the size of a file (a pipe has none).
limited() {
  local limit=$1
  shift
  (ulimit -f "$limit"; exec timeout 20 "$program" --data good "$@") 2>&1 > /dev/null |
    cat > err
  code=${PIPESTATUS[0]}
}
limited 0 --steps 1000000000 --losses full
one_line 1 error 'full: File too large'
check 'a disk that is full'
limited 8 --steps 1000000000 --losses filled
one_line 1 error 'filled: File too large'
check 'a disk that becomes full stops the training'

run --data good --steps 3 --samples 0 --losses /dev/null
why=; [ "$code" = 0 ] && [ ! -s err ] || why="exit code $code: $(head -n 1 err)"
check '--losses /dev/null'
run --data good --steps 3 --samples 0 --losses new.losses
why=; [ "$code" = 0 ] && [ "$(wc -l < new.losses)" = 3 ] &&
  [ "$(head -c 4 new.losses)" = '1 0x' ] ||
  why="exit code $code, $(wc -l < new.losses) lines: $(head -n 1 new.losses)"
check '--losses holds a line a step and nothing else'

# ---- a reader that goes away ----

for trapped in '' 'trap "" PIPE;'; do
  bash -c "$trapped \"\$1\" --data good --steps 3 --samples 100000; echo \$? > code" - "$program" \
    2> err | head -n 1 > first
  code=$(cat code)
  why=
  [ "$code" = 141 ] || [ "$code" = 0 ] || why="exit code $code"
  [ ! -s err ] || why="it says $(head -n 1 err)"
  [ -s first ] || why='nothing was printed'
  check "stdout closed early, SIGPIPE ${trapped:+not }deadly"
done
"$program" --data good --steps 3 --losses quiet >&- 2> err
code=$?
why=; [ "$code" = 0 ] && [ ! -s err ] && [ "$(wc -l < quiet)" = 3 ] ||
  why="exit code $code: $(head -n 1 err)"
check 'no stdout at all: what is printed is dropped, and gets into no file'

# ---- the other examples ----

printf 'aaa\naa\n' > two_lengths

for name in 03_bigram_counts 04_bigram_gradients 05_mlp 06_attention 06_residual 06_earlier_positions \
  07_heads 07_adam; do
  program=$HOLO_BUILD/bin/$name
  bad 2 "$name: an unknown flag" 'Try: --seed' --sed 3
  bad 2 "$name: a bad number" "--seed: '12abc'; expected an integer from 0" --seed 12abc
  bad 2 "$name: a repeated flag" '--data: given twice' --data good --data good
  bad 1 "$name: a missing file" 'no-such-file: No such file or directory' --data no-such-file
  bad 1 "$name: an empty file" 'empty: is empty (0 bytes)' --data empty
  bad 1 "$name: a byte that is not UTF-8" 'latin: byte 0xFF at offset 4' --data latin
  bad 1 "$name: a FIFO" 'pipe: is a FIFO (pipe)' --data pipe
  files='one_letter two_lengths letters one_document one_long unmarked'
  # Instrumented, these take seconds for each file; the others read all of them.
  case $name-${HOLO_SETTINGS:-} in 05_mlp-*"SAN='"[a-z]* | 06_[ae]*"SAN='"[a-z]*) files=two_lengths ;; esac
  steps=  # of those after 06_attention a few
  case $name in 06_[er]* | 07_*) steps='--steps 3' ;; esac
  for file in $files; do
    run --data "$file" $steps
    why=
    [ "$code" = 0 ] && [ ! -s err ] || why="exit code $code: $(head -n 1 err)"
    check "$name: --data $file"
  done
done
program=$HOLO_BUILD/bin/06_attention
bad 2 '06_attention: a bad choice' "--attention: 'of'; expected one of on, off" --attention of
program=$HOLO_BUILD/bin/06_residual
bad 2 '06_residual: a size of 0' "--std: '0'; expected" --std 0
program=$HOLO_BUILD/bin/06_earlier_positions
bad 2 '06_earlier_positions: a bad choice' "--gradient: 'half'; expected one of whole, cut" --gradient half
program=$HOLO_BUILD/bin/07_heads
bad 2 '07_heads: heads that do not divide 16' "--n-head: '3'; expected one of 4, 1, 2, 8, 16" --n-head 3
program=$HOLO_BUILD/bin/07_adam
bad 2 '07_adam: a rate of 0' "--adam-rate: '0'; expected" --adam-rate 0
program=$HOLO_BUILD/bin/01_engine
bad 2 '01_engine: a flag' '01_engine: a flag or a word; expected none. Try: 01_value' --step
program=$HOLO_BUILD/bin/08_engine
bad 2 '08_engine: a flag' '08_engine: expected no flag' --step
for name in 01_value 02_neuron; do
  program=$HOLO_BUILD/bin/$name
  bad 2 "$name: an unknown flag" 'unknown flag' --sed 3
  bad 2 "$name: a stray word" 'stray word' word
done

# ---- the demo ----

program=$HOLO_BUILD/bin/17_demo
demo() { bad 2 "demo: $1" "$2" "${@:3}"; }
demo 'an unknown flag' '--stebs: unknown flag; expected one that --help lists. Try: --steps' --stebs 3
demo 'a stray word' "'kept': stray word" kept
demo 'an unknown choice' "--ffn: 'swish'; expected one of" --ffn swish
for value in 0 -1 abc '' 1e3 1000000001; do
  demo "--steps '$value'" "--steps: '$value'; expected an integer from 1 to 1000000000" --steps "$value"
done
demo '--threads 4097' "--threads: '4097'; expected an integer from 0 to 4096" --threads 4097
demo '--seed -1' "--seed: '-1'; expected an integer from 0 to" --seed -1
demo '--out without its ending' '--out: kept; expected a name that ends with .safetensors' --out kept
demo '--data is --out' '--data' --data kept.safetensors --out kept.safetensors
