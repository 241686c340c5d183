#!/bin/bash
# mpi_test.sh: N processes that mpirun starts train as one process with --shards N does, bit for bit;
# they refuse to train when they were told different things; and when one of them fails or is killed
# all stop, and the last checkpoint is whole. KILLS=50: how many are killed. Needs a build with MPI=1.
set -u
eval "${HOLO_SETTINGS:-MPI=0}"
if [ "$MPI" != 1 ]; then echo 'SKIP mpi: a build without MPI=1'; exit 0; fi
mpirun=${MPICXX/mpicxx/mpirun}
if ! command -v "$mpirun" > /dev/null; then echo "SKIP mpi: no $mpirun here"; exit 0; fi
train=$HOLO_BUILD/bin/train_gpt
export HOLO_PROGRESS=off OMP_NUM_THREADS=1 TMPDIR=/tmp # sockets have short names
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1
unset PMI_SIZE OMPI_COMM_WORLD_SIZE

head -n 200 "$HOLO_ROOT/examples/data/names.txt" > names.txt
head -n 199 names.txt > others.txt
flags=(--data names.txt --n-embd 16 --n-layer 1 --batch 24 --dropout 0.2 --eval-batches 2 --warmup 5 --samples 2)
run=("$train" "${flags[@]}" --steps 12)
long=("$train" "${flags[@]}" --steps 1000000 --eval-every 1000000 --save-every 5)

pass() { echo "PASS $1"; }
fail() { echo "FAIL $1: $2"; }

# ranks N COMMAND...: on N processes. It ends even when they wait for each other for ever.
ranks() { timeout -k 1 40 "$mpirun" -np "$@" < /dev/null; }
# losses FILE: of a log, without the speed.
losses() { cut -d , -f 1-4,6 "$1"; }
samples() { grep '^sample' "$1"; }

# ---- the same bits ----

wrong=
for n in 1 2 3 4 8; do
  "${run[@]}" --shards $n --out one$n.safetensors --log one$n.csv > one$n.out 2> err || wrong="$wrong $n ($(head -n 1 err))"
  ranks $n "${run[@]}" --out all.safetensors --log all.csv > all.out 2> err || wrong="$wrong $n ($(head -n 1 err))"
  cmp -s one$n.safetensors all.safetensors && cmp -s <(losses one$n.csv) <(losses all.csv) &&
    cmp -s <(samples one$n.out) <(samples all.out) && [ "$(samples all.out | wc -l)" = 2 ] || wrong="$wrong $n"
done
[ -z "$wrong" ] && pass '1, 2, 3, 4 and 8 processes: checkpoint, losses and samples of as many shards' ||
  fail 'processes and shards' "others with$wrong"
if cmp -s one2.safetensors one4.safetensors; then fail 'shards' '2 and 4 have the same bits'; fi

wrong=
for n in 1 2 4; do
  ranks $n "${run[@]}" --shards 8 --threads $n --out all.safetensors > all.out 2> err || wrong="$wrong $n ($(head -n 1 err))"
  cmp -s one8.safetensors all.safetensors || wrong="$wrong $n"
done
[ -z "$wrong" ] && pass '8 shards on 1, 2 and 4 processes of as many threads: the same file' ||
  fail 'several shards a process' "others with$wrong"

wrong=
for how in 1:4 5:1 11:4; do
  k=${how%:*}
  ranks 2 "${run[@]}" --shards 4 --out part.safetensors --stop-after $k > part.out 2> err
  ranks "${how#*:}" "$train" --resume part.safetensors --data names.txt >> part.out 2>> err || wrong="$wrong $k ($(head -n 1 err))"
  cmp -s one4.safetensors part.safetensors || wrong="$wrong $k"
done
[ -z "$wrong" ] && pass 'stopped and resumed with other numbers of processes: the same file' ||
  fail 'resumed' "others after step$wrong"

# 455,616 parameters, of which each of 2 and 3 processes adds a slice.
large=("$train" --data names.txt --n-embd 192 --n-layer 1 --batch 12 --shards 6 --steps 3 --samples 0)
"${large[@]}" --out one.safetensors > large.out 2> err || fail 'a large gradient' "$(head -n 1 err)"
wrong=
for n in 2 3; do
  ranks $n "${large[@]}" --out all.safetensors > large.out 2> err || wrong="$wrong $n ($(head -n 1 err))"
  cmp -s one.safetensors all.safetensors || wrong="$wrong $n"
done
[ -z "$wrong" ] && pass 'a large gradient, 6 shards on 2 and 3 processes: the same file' ||
  fail 'a large gradient' "others with$wrong"

ranks 2 "${run[@]}" --out part.safetensors --stop-after 5 > part.out 2> err
ranks 3 "$train" --resume part.safetensors --data names.txt --shards 3 > part.out 2> err
grep -q 'another run than this one: --shards 3 (was 2)' err && pass 'other shards are another run, which is said' ||
  fail 'resumed with other shards' "$(head -n 1 err)"

# ---- disagreement ----

# refused WHAT MESSAGE COUNT COMMAND...: it ends with 2 and says this once. In the background, since
# the mpirun of Open MPI waits for two seconds when a process has failed.
refused() {
  local what=$1 message=$2 code count err=err.$((++refusals))
  shift 2
  {
    ranks "$@" > out.$refusals 2> $err
    code=$? count=$(grep -c 'error:' $err)
    if [ $code = 2 ] && [ "$count" = 1 ] && grep -q -e "$message" $err; then pass "refused: $what"; else
      fail "$what" "code $code, $(grep 'error:' $err)"
    fi
  } &
  [ $((refusals % 4)) != 0 ] || wait
}
refusals=0
refused 'another seed' '^error: --seed: 1 on rank 0, 2 on rank 1;' \
  1 "${run[@]}" --seed 1 : -np 1 "${run[@]}" --seed 2
refused 'other data' '^error: data: [0-9a-f]* on rank 0, [0-9a-f]* on rank 2;' \
  2 "${run[@]}" : -np 1 "$train" --data others.txt "${flags[@]:2}" --steps 12
refused 'another end' '^error: --stop-after: 0 on rank 0, 3 on rank 1;' 1 "${run[@]}" : -np 1 "${run[@]}" --stop-after 3
refused 'a flag that nobody knows, once' '^error: --sed: unknown flag' 2 "${run[@]}" --sed 1
refused 'a flag on one rank' '^rank 1: error: --sed: unknown flag' 1 "${run[@]}" : -np 1 "${run[@]}" --sed 1
refused 'shards that the processes do not divide' '^error: --shards: 4 for 3 processes; expected a multiple' 3 "${run[@]}" --shards 4
refused 'shards that do not divide the batch' '^error: --shards: 5 of --batch 24; expected a divisor' 5 "${run[@]}"
refused 'a recording of two' '^error: --trace or --step: with 2 processes' 2 "${run[@]}" --trace t.html
# Of other builds, where they are there.
double=${HOLO_BUILD%-mpi}-double-mpi/bin/train_gpt without=${HOLO_BUILD%-mpi}/bin/train_gpt
if [ -x "$double" ] && cmp -s "$HOLO_BUILD/mpi_flags" "${double%/bin/*}/mpi_flags"; then
  refused 'another number type' '^error: number type: real = float on rank 0, real = double on rank 1' \
    1 "${run[@]}" : -np 1 "$double" "${flags[@]}" --steps 12
fi
wait
if [ -x "$without" ] && [ "$without" != "$train" ]; then
  ranks 2 "$without" "${run[@]:1}" > out 2> err
  [ $? = 2 ] && grep -q 'mpirun: 2 processes, of which a build with no MPI sees one' err &&
    pass 'refused: mpirun with a build without MPI' || fail 'a build without MPI' "$(head -n 1 err)"
fi

# As when the mpirun of another MPI starts it: each process sees only itself.
case $("$mpirun" --version 2>&1) in *'Open MPI'* | *OpenRTE*) other=PMI_SIZE ;; *) other=OMPI_COMM_WORLD_SIZE ;; esac
env $other=2 "${run[@]}" > out 2> err < /dev/null
[ $? = 2 ] && grep -q -E '^error: mpirun: 2 processes, of which a build with [A-Za-z: ]+[0-9.]+ sees one;' err &&
  pass 'refused: the mpirun of another MPI' || fail 'the mpirun of another MPI' "$(head -n 1 err)"

# ---- faults ----

# It leaves its process number in a file of the name of its rank.
printf '#!/bin/bash\necho $$ > "pid.${OMPI_COMM_WORLD_RANK:-$PMI_RANK}"\nexec "$@"\n' > numbered
chmod +x numbered

# begin N COMMAND...: in the background, until there is a checkpoint.
begin() {
  rm -f pid.* long.safetensors
  local n=$1 i
  shift
  ranks "$n" ./numbered "$@" --out long.safetensors > out 2> err &
  for ((i = 0; i < 200; ++i)); do
    sleep 0.1
    if [ -e long.safetensors ]; then return; fi
  done
  fail 'begin' "$(head -n 1 err)"
}
# ends PROCESS: within 5 seconds. One that nobody has asked for its exit code has ended too.
ends() {
  local i
  for ((i = 0; i < 50; ++i)); do
    case $(ps -o stat= -p "$1" 2> /dev/null) in '' | Z*) return 0 ;; esac
    sleep 0.1
  done
  false
}
# goes_on N: the checkpoint can be resumed.
goes_on() { ranks "$1" "$train" --resume long.safetensors --data names.txt --stop-after 2 > again 2>&1; }

wrong= named=0 kills=${KILLS:-2}
for ((k = 0; k < kills; ++k)); do
  n=$((k % 3 + 2)) rank=$((RANDOM % n))
  begin $n "${long[@]}"
  sleep 0.$((RANDOM % 10))
  kill -9 "$(cat pid.$rank)" && SECONDS=0
  wait
  [ $SECONDS -le 5 ] || wrong="$wrong $SECONDS s for $n processes"
  grep -q -i -e "rank $rank .*signal 9" -e "RANK $rank " -e 'KILLED BY SIGNAL: 9' -e 'EXIT CODE: 9' err out && named=$((named + 1))
  for p in pid.*; do ends "$(cat "$p")" || wrong="$wrong $p lives"; done
  goes_on $n || wrong="$wrong $rank of $n ($(grep -m 1 error: again))"
done
[ -z "$wrong" ] && [ $named = $kills ] && pass "$kills times a process was killed: all end, and the checkpoint goes on" ||
  fail 'killed' "$wrong; named $named times"

begin 3 "${long[@]}"
kill -TERM "$(cat pid.1)"
wait
grep -q 'stopped after step [0-9]*. To continue' out && goes_on 3 && pass 'a signal to one process: all stop after the same step, and it is saved' ||
  fail 'a signal' "$(tail -n 1 out)"

if command -v prlimit > /dev/null; then
  begin 2 "${long[@]}"
  prlimit --fsize=20000 --pid "$(cat pid.0)" && SECONDS=0
  wait
  grep -q '^rank 0: error: long.safetensors: cannot write: File too large' err && [ $SECONDS -le 5 ] && goes_on 2 &&
    pass 'no room for a checkpoint: all end, and the one before goes on' || fail 'no room' "$(head -n 1 err)"
else
  echo 'SKIP no room: no prlimit here'
fi
