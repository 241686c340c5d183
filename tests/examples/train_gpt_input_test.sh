#!/bin/bash
# train_gpt_input_test.sh: what train_gpt and sample_gpt say to wrong flags, wrong text and wrong
# files: one line that names what is wrong, the right exit code (2: the command, 1: data or system),
# before the first step, with no file touched.
set -u
export HOLO_PROGRESS=off OMP_NUM_THREADS=1
program=$HOLO_BUILD/bin/train_gpt
. "$HOLO_ROOT/tests/examples/refusals.sh"

head -n 60 "$HOLO_ROOT/examples/data/names.txt" > good
tiny=(--n-embd 8 --n-head 2 --n-layer 1 --batch 2 --eval-batches 1 --warmup 0)
"$program" "${tiny[@]}" --data good --steps 3 --samples 0 --out model > out 2> err ||
  echo "FAIL a model to begin with: $(head -n 1 err)"
cp model kept

# bad CODE NAME TEXT FLAG...: refused before anything is printed; the file of --out stays.
bad() {
  local wanted=$1 name=$2 text=$3
  shift 3
  run "$@"
  one_line "$wanted" error "$text"
  [ -n "$why" ] || [ ! -s out ] || why="it printed: $(head -n 1 out)"
  [ -n "$why" ] || cmp -s model kept || why='the checkpoint was touched'
  check "$name"
}
# The steps are so many that a run which is not refused at once does not end in time.
usage() { bad 2 "$1" "$2" --data good --out model "${@:3}"; }
data() { bad 1 "$1" "$2" --out model "${tiny[@]}" --steps 1000000000 --data "${@:3}"; }
# fine NAME TEXT FLAG...: it trains; on stderr nothing, or one warning that has TEXT.
fine() {
  local name=$1 text=$2
  shift 2
  run "${tiny[@]}" --steps 3 --samples 1 "$@"
  if [ -n "$text" ]; then
    one_line 0 warning "$text"
  else
    why=
    [ "$code" = 0 ] && [ ! -s err ] || why="exit code $code: $(head -n 1 err)"
  fi
  check "$name"
}

# ---- flags ----

usage 'an unknown flag names the nearest' '--stebs: unknown flag; expected one that --help lists. Try: --steps' \
  --stebs 3
usage 'a flag with _ for -' 'Try: --n-embd' --n_embd 16
for names in batch_size:batch learning_rate:lr max_iters:steps eval_interval:eval-every; do
  usage "--${names%:*} of nanoGPT" ". Try: --${names#*:}" "--${names%:*}" 3
done
usage 'a stray word' "'names.txt': stray word" --seed 3 names.txt
usage 'a repeated flag' '--steps: given twice' --steps 3 --steps 3
usage 'a missing value' '--steps: no value; expected an integer from 1 to' --steps
usage 'an unknown layer' "--ffn: 'swigul'; expected one of swiglu, relu, gelu" --ffn swigul
for flag in --steps --batch --n-layer --n-embd --n-head --block-size; do
  for value in 0 -1 abc 12abc '' 0x10 1e3 1e99 nan 5.0 1,000 99999999999999999999; do
    usage "$flag '$value'" "$flag: '$value'; expected an integer from 1 to" "$flag" "$value"
  done
done
for value in -0.1 nan inf abc 1e400 1,5 ''; do
  usage "--lr '$value'" "--lr: '$value'; expected a number at least 0" --lr "$value"
done
for flag in --beta1 --beta2 --dropout --validation; do
  for value in 1 -0.1 nan 2; do
    usage "$flag $value" "$flag: '$value'; expected a number at least 0 and below 1" $flag $value
  done
done
usage '--clip -1' "--clip: '-1'; expected a number at least 0" --clip -1
usage '--temperature 0' "--temperature: '0'; expected a number above 0. Try: --top-k 1" --temperature 0
usage '--top-p 0' "--top-p: '0'; expected a number above 0 and at most 1" --top-p 0
usage '--top-p 1.1' "--top-p: '1.1'" --top-p 1.1
usage '--top-k 1000' 'sampling: --top-k 1000; expected 0 to' --top-k 1000 "${tiny[@]}" --steps 1
usage '--threads -1' "--threads: '-1'; expected an integer from 0 to 4096" --threads -1
usage '--threads 10000' "--threads: '10000'; expected an integer from 0 to 4096" --threads 10000
usage '--replay, which was removed' \
  '--replay: a flag that was removed: every step builds its graph; expected the command without it' --replay on
usage '--progress loud' "--progress: 'loud'; expected one of auto, plain, bar, off" --progress loud
usage '--n-embd 65 --n-head 4' \
  '--n-embd 65 is not divisible by --n-head 4; expected a multiple of it. Try: --n-embd 64 or 68' \
  --n-embd 65 --n-head 4
usage 'rotary positions with an odd head' 'rotary positions with 3 channels a head' \
  --n-embd 12 --n-head 4 --warmup 0 --positions rotary
usage '--warmup above --steps' '--warmup: 50 of 20 steps' --steps 20 --warmup 50
usage '--warmup of another schedule' '--warmup: 5 with --schedule linear' \
  --schedule linear --warmup 5
usage '--min-lr above --lr' '--min-lr: 0.1 above --lr 0.01' --lr 0.01 --min-lr 0.1
usage 'a size for a layer that has its own' 'hidden 8 for holo_gate_flow' \
  --ffn holo_gate_flow --hidden 8
usage 'a model that is too large' 'memory: training needs about' --n-embd 65536 --n-layer 65536
usage 'a model above every number' 'model: more than 2^63 parameters' \
  --n-embd 1048576 --n-layer 1048576
bad 2 '--save-every without --out' '--save-every: no file to save to' --data good --save-every 5

usage '--config, which is gone' '--config: a flag that was removed: no file has settings any more; expected them as flags. Try: --n-layer 4' \
  --config settings

# ---- text ----

bad_texts
data 'a missing file' 'no-such-file: No such file or directory' no-such-file
data 'a folder' 'folder: is a directory' folder
data 'an empty file' 'empty: is empty (0 bytes)' empty
data 'white space only' 'blank: has only white space' blank
data 'a byte that is not UTF-8' 'latin: byte 0xFF at offset 4, line 2, is not UTF-8' latin
data 'a surrogate' 'surrogate: byte 0xED at offset 3, line 2' surrogate
data 'a letter cut at the end' 'cut: byte 0xC3 at offset 3, line 2' cut
data 'UTF-16' 'utf16: looks like UTF-16' utf16
data 'a FIFO that nobody writes' 'pipe: is a FIFO (pipe)' pipe
data 'an endless device' '/dev/zero: is a device' /dev/zero
printf 'hello\n' > short
data 'less text than a block' 'short: the training part has 7 tokens; expected at least 65 for --block-size 64' short --format text --block-size 64
data 'one document and a part kept back' 'short: 0 training and 1 validation documents, of 1;' short
fine 'bytes that are not UTF-8, as bytes' '' --data latin latin good --tokenizer byte
printf 'aaa\naa\na\naaaa\n' > one_letter
fine 'one distinct character' 'a vocabulary of 1' --data one_letter --validation 0
printf '\357\273\277Zo\303\253\r\n\360\237\230\200\000\rfran\303\247ois a\314\201\nanna\nbob\n' > unicode
fine 'BOM, CRLF, CR, NUL, accents, emoji' 'unicode: its byte order mark is dropped' --data unicode --validation 0.3
tail -c +4 unicode > unmarked
fine 'several files' '' --data good unmarked
fine 'running text' '' --data good --format text --block-size 8
fine 'running text with line ends of Windows' 'unmarked: its line ends, CR LF or CR, are read as LF' \
  --data good unmarked --format text --block-size 8
tr '\n' ' ' < "$HOLO_ROOT/examples/data/names.txt" > one_line
data 'running text as one document' 'Try: train_gpt --format text for running text' one_line
fine 'the hint of one long document' 'Try: train_gpt --format text' --data one_line --validation 0
fine 'what the hint says' '' --data one_line --format text
fine 'a learning rate of 0' '' --data good --lr 0 --min-lr 0

# ---- places to write to ----

unwritable() {
  local name=$1 text=$2
  shift 2
  run --data good "${tiny[@]}" --steps 1000000000 "$@"
  one_line 1 error "$text"
  [ -n "$why" ] || [ ! -s out ] || why="it printed: $(head -n 1 out)"
  check "$name"
}
for flag in out log plot save-tokenizer; do
  unwritable "--$flag into a missing folder" 'nowhere/file' --$flag nowhere/file
  unwritable "--$flag onto a folder" 'folder: ' --$flag folder
  unwritable "--$flag below a file" 'good/file' --$flag good/file
done
for flag in out log plot save-tokenizer; do
  unwritable "--$flag onto a FIFO that nobody reads" 'pipe: is a FIFO (pipe); expected a regular file, or a name that is free' \
    --$flag pipe
  unwritable "--$flag onto a device" '/dev/null: is a device' --$flag /dev/null
done
ln -s nothing dangling
unwritable 'a place that is tried' 'nowhere/file' --log dangling --plot nowhere/file
why=; [ -L dangling ] && [ ! -e nothing ] || why='the link or what it names has changed'
check '--log onto a link to nothing: tried, and as it was'
(ulimit -f 4; exec timeout 20 "$program" --data good "${tiny[@]}" \
  --steps 1000000000 --out full) 2>&1 > out | cat > err
code=${PIPESTATUS[0]}
one_line 1 error 'full: cannot write: File too large'
[ -n "$why" ] || [ ! -s out ] || why='it trained'
[ -n "$why" ] || [ -z "$(find . -name 'full*')" ] || why='it left a file'
check 'a disk that is full is found before the first step'
if [ "$(uname)" = Linux ] && [[ ${HOLO_SETTINGS:-} != *SAN=\'[a-z]* ]]; then
  (ulimit -v 150000; exec timeout 20 "$program" --data good "${tiny[@]:2}" --n-embd 2048 \
    --steps 1 --allow-any-memory > out 2> err)
  code=$?
  one_line 1 error 'bytes; expected memory that is free, and that ulimit -v allows. Try: a smaller'
  check 'a block for which ulimit -v has no room, where any memory is allowed'
fi
cp good text_file
bad 1 '--out onto a file that is no model' 'text_file' --data good --out text_file
why=; cmp -s good text_file || why='it is lost'
check 'and that file is as it was'

cp good text_file
for flag in log plot save-tokenizer; do
  bad 1 "--$flag onto another file" "text_file: exists and is not a" --data good --$flag text_file
  bad 2 "--$flag onto the data" "text_file is the file of --data" --data text_file --$flag text_file
  bad 2 "--$flag onto the checkpoint" 'model is the file of --resume' --resume model --data good \
    --$flag model --steps 9 --allow-config-change --out other
done
bad 2 'two outputs of one name' './two is the file of --log' --data good --log two --plot ./two
bad 1 'a refused run writes no other file' 'nowhere/a' --data good --plot new.svg --log nowhere/a
why=; [ ! -e new.svg ] && cmp -s good text_file || why='a file was touched'
check 'and those files are as they were'

# ---- checkpoints ----

resume() { bad 1 "$1" "$2" --resume "$3"; }
: > none
resume 'an empty checkpoint' 'none: ' none
printf '1234567' > seven
resume 'seven bytes' 'seven: ' seven
head -c 500 model > cut_model
resume 'a checkpoint that was cut' 'cut_model: ' cut_model
printf '\200\002}q\000.' > pickle
resume 'a pickle' 'pickle' pickle
printf 'GGUF\003\000\000\000\000\000\000\000\000\000\000\000' > gguf
resume 'a GGUF' 'GGUF' gguf
size=$(wc -c < model)
{ head -c $((size - 9)) model; printf '\001'; tail -c 8 model; } > flipped
resume 'a byte of the numbers changed' 'flipped: is damaged' flipped
resume 'names instead of a checkpoint' 'good: ' good
wrong=
for at in $(seq 0 $((size / 40)) $((size - 1))); do
  head -c "$at" model > cut_model
  run --resume cut_model
  [ "$code" = 1 ] && [ "$(wc -l < err)" = 1 ] || wrong="$wrong $at"
done
why=; [ -z "$wrong" ] || why="not refused, or not in one line, at$wrong"
check 'a checkpoint cut at 40 places'

program=$HOLO_BUILD/bin/sample_gpt
bad 2 'sample_gpt without a file' '--from: no file' --samples 1
bad 1 'sample_gpt from a damaged file' 'flipped: is damaged' --from flipped
bad 2 'sample_gpt --temperature 0' "expected a number above 0. Try: --greedy" --from model --temperature 0
bad 2 'a prompt that the tokenizer does not know' '--prompt: ' --from model --prompt 'añb'
bad 2 'sample_gpt --top-k 1000' 'sampling: --top-k 1000' --from model --top-k 1000
run --from model --prompt a --samples 3 --sample-length 5
why=; [ "$code" = 0 ] && [ "$(grep -c '^a' out)" = 3 ] || why="exit $code $(head -n 1 err)"
check 'three texts that begin with the prompt'
run --from model --greedy --samples 2
why=; [ "$(sort -u out | wc -l)" = 1 ] || why="$(tr '\n' ' ' < out)"
check 'greedy: always the same'
run --from model --probabilities --top-k 3
tail -n +2 out > numbers
why=; [ "$(wc -l < numbers)" = 3 ] && sort -r numbers | cmp -s - numbers &&
  [ "$(awk '{ s += $1 } END { print (s > 0.9999 && s < 1.0001) }' numbers)" = 1 ] || why="$(head -n 2 out)"
check 'probabilities add up to 1'
why=; [ "$(head -n 1 out)" = '# how probable at temperature 0.8, top-k 3, top-p 1' ] || why="$(head -n 1 out)"
check 'probabilities say what is in them'
