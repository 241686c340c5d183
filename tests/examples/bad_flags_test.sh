#!/bin/bash
# bad_flags_test.sh: what 07_microgpt and the demo say to wrong flags: one line that names the flag and what was
# expected, exit code 2, no file touched.
set -u
program=$HOLO_BUILD/bin/07_microgpt
export HOLO_PROGRESS=off

. "$HOLO_ROOT/tests/examples/refusals.sh"

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
for flag in --steps --n-layer --n-embd --n-head --block-size; do
  for value in 0 -1 abc 12abc '' 0x10 1e3 1e99 nan inf ' 5' 5.0 1,000 99999999999999999999; do
    usage "$flag '$value'" "$flag: '$value'; expected an integer from 1 to" "$flag" "$value"
  done
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
