#!/bin/bash
# refusals_test.sh: what programs say to wrong flags, texts, files and places to write to: a table of exit
# codes (2: the command, 1: data or system), words and command lines. They say it in one line, before the first step (a billion
# of them are no wait), print nothing and touch no file. Then what is no error: warnings; and full disks on the way.
# command_line_test.cpp has the values that each kind of flag takes, train_settings_test.cpp those of train_gpt's flags,
# and tests/text/data_test.cpp what is no text.
set -u
export HOLO_PROGRESS=off OMP_NUM_THREADS=1
bin=$HOLO_BUILD/bin
. "$HOLO_ROOT/tests/examples/refusals.sh"

# ---- the files of the table ----

mkfifo pipe && : > empty && printf 'ab\nc\377d\n' > latin
head -n 60 "$HOLO_ROOT/examples/data/names.txt" > good
printf 'ann\nbob\n' > also && ln -s also link
echo 'notes of a reader' > notes && echo '<p>mine</p>' > mine.html
{ cat good; echo annaannaannaannaanna; } > other
printf 'hello\n' > short
printf 'aaa\naa\na\naaaa\n' > one_letter
printf 'anna\n%s\n' abcdefghijklmnopqrstuvwxyz > one_long
printf '\357\273\277Zo\303\253\r\n\360\237\230\200\000\rfran\303\247ois a\314\201\nanna\nbob\n' > unicode
tail -c +4 unicode > unmarked
tr '\n' ' ' < "$HOLO_ROOT/examples/data/names.txt" > one_line
tiny='--n-embd 8 --n-head 2 --n-layer 1 --batch 2 --eval-batches 1 --warmup 0'
steps='--steps 1000000000'
"$bin/train_gpt" $tiny --data good --steps 3 --samples 0 --out model > out 2> err || fail 'a model' "$(head -n 1 err)"
size=$(wc -c < model)
head -c 500 model > cut_model
printf '\200\002}q\000.' > pickle
printf 'GGUF\003\000\000\000\000\000\000\000\000\000\000\000' > gguf
{ head -c $((size - 9)) model; printf '\001'; tail -c 8 model; } > flipped
cp good text.safetensors
cp good taken.svg
printf '<svg x\n' > drawn.svg
{ echo '<svg x'; cat good; } > same.svg && cp model same.safetensors
cp model sealed.safetensors && chmod 444 sealed.safetensors
: > sealed && chmod 444 sealed
ln -s nothing dangling && ln -s b a && ln -s a b
mkdir before && cp model notes mine.html also good drawn.* same.* sealed.* text.safetensors taken.svg before

table << 'END'
# Words that are no flags.
2 --stebs: unknown flag; expected one that --help lists. Try: --steps :: 07_microgpt --stebs 3
2 Try: --n-embd :: train_gpt --n_embd 16
2 . Try: --lr :: train_gpt --learning_rate 3
2 --lr: unknown flag :: 17_demo --lr 0.1
2 01_engine: a flag or a word; expected none. Try: 01_value :: 01_engine --step
2 expected no flag, in the root folder. Try: make run-08_engine :: 08_engine --step
2 unknown flag :: 01_value --sed 3
2 stray word :: 02_neuron word

# Values.
2 --steps: '0'; expected an integer from 1 to :: 07_microgpt --steps 0
2 '9223372036854775808'; expected an integer from 0 :: 07_microgpt --seed 9223372036854775808
2 --temperature: '0'; expected a number above 0 :: 07_microgpt --temperature 0
2 expected a number above 1e-300 :: 07_microgpt --temperature 1e-305
2 65 is not divisible by --n-head 4; expected a multiple of it. Try: --n-embd 64 or 68 :: 07_microgpt --n-embd 65 --n-head 4
2 model: 824634007552 parameters need about 774384 GiB; expected at most 8 GiB :: 07_microgpt --n-layer 4096 --n-embd 4096
2 --std: '0'; expected :: 06_residual --std 0
2 --adam-rate: '0'; expected :: 07_adam --adam-rate 0
2 --steps: '1000000001'; expected an integer from 1 to 1000000000 :: 17_demo --steps 1000000001
2 --temperature: '0'; expected a number above 0 :: train_gpt --temperature 0
2 sampling: --top-k 1000; expected 0 to :: train_gpt --top-k 1000 $tiny --steps 1 --data good
2 --shards: 3 of --batch 8; expected a divisor of the batch :: train_gpt --batch 8 --shards 3
2 memory: training needs about :: train_gpt --n-embd 65536 --n-layer 65536
2 model: more than 2^63 parameters :: train_gpt --n-embd 1048576 --n-layer 1048576
2 --from: no file :: sample_gpt --samples 1
2 expected a number above 0. Try: --greedy :: sample_gpt --from model --temperature 0
2 --top-k: together with --greedy :: sample_gpt --from model --greedy --top-k 3
2 --seed: together with --greedy :: sample_gpt --from model --greedy --seed 3
2 --greedy: together with --probabilities :: sample_gpt --from model --probabilities --greedy
2 --samples: together with --probabilities :: sample_gpt --from model --probabilities --samples 3
2 --trace-steps: without --trace and --step :: train_gpt $steps --data good --trace-steps 2
2 --trace-events: without --trace and --step :: train_gpt $steps --data good --trace-events 2
2 --prompt: :: sample_gpt --from model --prompt 'añb'

# Texts.
1 no\nsuch: No such file :: 07_microgpt --data $'no\nsuch'
1 latin: byte 0xFF at offset 4, line 2, is not UTF-8 :: train_gpt $steps --data latin
1 latin: byte 0xFF at offset 4 :: 05_mlp --data latin
2 Try: --seed :: 05_mlp --sed 3
1 short: the training part has 7 tokens; expected at least 65 for --block-size 64 :: train_gpt $steps --data short --format text --block-size 64
1 Try: more documents, or train_gpt with --format text for running text or :: train_gpt $steps --data one_line
1 short: 0 training and 1 validation documents, of 1; expected at least one of each :: 17_demo --data short

# Places to write to.
2 also is the file of --data :: 07_microgpt --data also --losses also --steps 3
1 notes: exists and is not a file of losses :: 07_microgpt --losses notes --steps 3
1+ nowhere/losses: No such file or directory :: 07_microgpt $steps --losses nowhere/losses
1+ pipe: is a FIFO (pipe) :: 07_microgpt $steps --losses pipe
1 nowhere/file :: train_gpt $steps --data good --out nowhere/file
1 notes :: train_gpt --data good --out notes
1 a: is a link that leads back to itself :: train_gpt $steps --data good --out a
1 sealed.safetensors: is read-only; expected a file that can be written :: train_gpt $steps --data good --out sealed.safetensors
2 --plot: loss.png; expected a name that ends with .svg :: train_gpt $steps --data good --plot loss.png
2 ./two is the file of --log :: train_gpt --data good --log two --plot ./two
2 --out: model is the file of --init-from :: train_gpt --init-from model --data good --steps 2 --out model
2 --out: names.txt; expected a name that ends with .safetensors :: 17_demo --out names.txt
2 --data :: 17_demo --data kept.safetensors --out kept.safetensors
1 text.safetensors: exists and is not a model; expected a name that is free :: 17_demo --out text.safetensors
1 taken.svg: exists and is not a plot; expected a name that is free :: 17_demo --out taken.safetensors
1 drawn.svg: exists, and is not the curve of a model next to it; expected a name for --out whose .svg is free :: 17_demo --out drawn.safetensors
2 --out: same.svg is the file of --data :: 17_demo --data same.svg --out same.safetensors
2 trace: the file "log.csv"; expected a name that ends in .html, .json or .txt :: train_gpt $steps --data good --trace log.csv
1 nowhere/log.json :: train_gpt $steps --data good --trace nowhere/log.json
1 mine.html: :: train_gpt $steps --data good --trace mine.html

# Checkpoints.
1 empty: :: train_gpt --resume empty
1 cut_model: :: train_gpt --resume cut_model
1 pickle :: train_gpt --resume pickle
1 GGUF :: train_gpt --resume gguf
1 flipped: is damaged :: train_gpt --resume flipped
1 model: a run on other data: the text has changed :: train_gpt --resume model --data other --steps 9
1 at offset 0 is not in the vocabulary :: train_gpt --init-from model --data unmarked --validation 0
1 flipped: is damaged :: sample_gpt --from flipped
1 missing: No such file or directory :: sample_gpt --from flipped --tokenizer-file missing
END

for flag in log plot; do
  table << END
1 nowhere/file :: train_gpt $steps --data good --$flag nowhere/file
1 pipe: is a FIFO (pipe); expected a regular file, or a name that is free :: train_gpt $steps --data good --$flag pipe
1 /dev/null: is a device :: train_gpt $steps --data good --$flag /dev/null
1 /dev/stdout: is where stdout goes :: train_gpt $steps --data good --$flag /dev/stdout
1 notes: exists and is not a :: train_gpt --data good --$flag notes
1 sealed: is read-only; expected a file that can be written :: train_gpt $steps --data good --$flag sealed
1 a: is a link that leads back to itself :: train_gpt $steps --data good --$flag a
2 good is the file of --data :: train_gpt --data good --$flag good
2 model is the file of --resume :: train_gpt --resume model --data good --$flag model --steps 9 --out other
END
done
for name in 03_bigram_counts 04_bigram_gradients 05_mlp 06_attention 06_residual 06_earlier_positions 07_heads 07_adam; do
  table << END
1 no-such-file: No such file or directory :: $name --data no-such-file
END
  # A few steps of each. All read names with the same function, so one program reads all files.
  files=one_letter steps_of='--steps 3'
  case $name in 03_*) steps_of= ;; 05_mlp) files='one_letter one_long unmarked' ;; esac
  for file in $files; do
    program=$bin/$name
    run --data "$file" $steps_of
    why=
    [ "$code" = 0 ] && [ ! -s err ] || why="exit code $code: $(head -n 1 err)"
    check "$name: --data $file"
  done
done
why=
for file in before/*; do cmp "$file" "${file#before/}" > out 2>&1 || why="$why $(cat out)"; done
[ -L dangling ] && [ ! -e nothing ] && [ ! -e two ] && [ -z "$(find . -name '*.tmp')" ] ||
  why="$why a file was made"
check 'every file is as it was'

# ---- what is no error ----

# fine PROGRAM TEXT FLAG...: it trains; on stderr nothing, or one warning that has TEXT.
fine() {
  program=$bin/$1
  run "${@:3}"
  why=
  if [ -n "$2" ]; then
    one_line 0 warning "$2"
  else
    [ "$code" = 0 ] && [ ! -s err ] || why="exit code $code: $(head -n 1 err)"
  fi
  check "$1 ${*:3}"
}
few='--steps 12 --samples 3'
fine 07_microgpt '' $few --data also
fine 07_microgpt 'of 2 documents 1 is longer than the block of 16 and cut. Try: --block-size 27' $few --data one_long
fine 07_microgpt 'and cut. Try: --block-size 4' $few --data also --block-size 1
fine 07_microgpt "a vocabulary of 1: every letter is 'a'" $few --data one_letter
fine 07_microgpt 'unicode: its byte order mark is dropped' $few --data unicode --exact
fine 07_microgpt '' $few --data also --temperature 1e308 --seed 9223372036854775807
fine 07_microgpt '' $few --data also --temperature 1e-300 --losses /dev/null
few="$tiny --steps 3 --samples 1"
fine train_gpt '' $few --data latin latin good --tokenizer byte
fine train_gpt 'unicode: its byte order mark is dropped' $few --data unicode --validation 0.3
fine train_gpt 'Try: train_gpt --format text' $few --data one_line --validation 0
fine train_gpt '' $few --data good --lr 0 --min-lr 0
fine train_gpt '' $few --out empty && ln -s named to_a_name
fine train_gpt '' $few --out to_a_name
why=
[ -L to_a_name ] && [ -s named ] || why='the link was replaced'
check 'a link to a file that is not there leads to the model'
fine train_gpt 'named, of step 3, will be replaced. To continue it: --resume named' $few --out named
fine train_gpt '' --resume named --steps 6 --samples 1

# ---- full disks, and what memory cannot hold ----

# command_line_test.cpp asks what run_program does about streams that are closed, full, or read by nobody. All but
# 01_engine and 08_engine, which have nothing of the library, pass it.
why='' count=0
for source in $(grep -l '^#include "' "$HOLO_ROOT"/examples/*.cpp "$HOLO_ROOT"/examples/{gpt,bench,experiments}/*.cpp); do
  grep -q '^int main' "$source" || continue
  count=$((count + 1))
  grep -q -x 'int main(int argc, char\*\* argv) { return run_program(argc, argv, program); }' "$source" || why="$why the main() of $source is another"
done
[ "$count" -gt 30 ] || why="$why only $count programs"
check 'every program passes run_program'
# limited KIB PROGRAM TEXT FLAG...: an error, with a limit on the size of a file (a pipe has none); no signal.
limited() {
  (trap '' XFSZ; ulimit -c 0; ulimit -f "$1"; exec timeout 60 "$bin/$2" "${@:4}" 2>&1 > /dev/null) | cat > err
  code=${PIPESTATUS[0]}
  one_line 1 error "$3"
  [ -z "$(find . -name '*.tmp')" ] || why="$why a temporary file stayed"
  check "$2 ${*:4}, files of $1 KiB"
}
limited 0 07_microgpt 'full: File too large' $steps --losses full
limited 4 train_gpt 'large: cannot write: File too large' $steps $tiny --data good --out large
limited 40 train_gpt 'large.csv: File too large' $steps $tiny --data good --log large.csv --out learned
grep -a -q '"step":"[1-9][0-9]*"' learned && pass 'a log that takes no more: what was learned is saved' ||
  fail 'a log that takes no more' 'nothing is saved'
[ ! -e large ] || fail 'a checkpoint above the limit' 'it left a file'
if [ "$(uname)" = Linux ] && [[ ${HOLO_SETTINGS:-} != *SAN=\'[a-z]* ]]; then
  dd if=/dev/zero of=zeros bs=1048576 count=0 seek=1024 2> /dev/null
  (ulimit -v 150000; exec timeout 20 "$bin/07_microgpt" --data good --losses zeros --steps 3 > out 2> err)
  code=$?
  one_line 1 error 'zeros: exists and is not a file of losses'
  check '--losses onto a file of one word that memory cannot hold'
  (ulimit -v 150000; exec timeout 20 "$bin/train_gpt" --data good --n-layer 1 --n-embd 2048 --steps 1 \
    --allow-any-memory > out 2> err)
  code=$?
  one_line 1 error 'bytes; expected memory that is free, and that ulimit -v allows. Try: a smaller'
  check 'a block for which ulimit -v has no room, where any memory is allowed'
fi
