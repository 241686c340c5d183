#!/bin/bash
# take_turns_test.sh: which ways to build .ci/run leaves out on a slow machine: those that would end too late, and at
# other commits others, so that each has its turn. Two lanes do so by themselves.
set -u
here=$HOLO_ROOT/.ci/stages.sh
if [ ! -e "$here" ]; then
  echo "SKIP take_turns_test: no .ci"
  exit 0
fi

# turns COMMIT MINUTES: the ways that run at this commit, on a machine whose measure takes 400 seconds, after 1,000.
turns() {
  bash -c '
    . "$1"
    stage() { printf " %s" "$1" >> "$log.ran"; SECONDS=$((SECONDS + $2)); }
    skip() { :; }
    git() { echo "$commit"; }
    commit=$2
    way one rest 75 300
    way one races 20 80
    way one emulator 60 240
    way one spine 25 100
    SECONDS=1000
    way two portable 1 4
    take_turns 400 "$3" > "$scratch/said"
    echo "ran:$(cat "$log.one.ran" 2> /dev/null) left out:$left_out"
    [ "$(cat "$log.two.ran" 2> /dev/null)" = " portable" ] || echo "the other lane has no turn"' turns "$here" "$1" "$2"
}

expect() {
  local got
  got=$(turns "$1" "$2")
  if [ "$got" = "$3" ]; then echo "PASS commit $1, $2 minutes"; else echo "FAIL commit $1, $2 minutes: $got"; failed=1; fi
}
failed=0
expect 00000c 0 'ran: rest races emulator spine left out:'
expect 00000d 0 'ran: races emulator spine rest left out:'
expect 00000c 30 'ran: rest races emulator spine left out:'
expect 00000c 26 'ran: rest races spine left out:, emulator'
expect 00000d 26 'ran: races emulator spine left out:, rest'
expect 00000e 26 'ran: emulator spine races left out:, rest'
expect 00000f 26 'ran: spine rest races left out:, emulator'
expect 00000c 17 'ran: left out:, rest, races, emulator, spine'
expect '' 0 'ran: rest races emulator spine left out:'

# A lane that is killed is a failure.
said=$(bash -c '. "$1"; way one dies 1 true; run_lane() { kill -9 "$BASHPID"; }; take_turns 1 0; report' killed "$here" 2>&1 | tail -n 1)
if [ "$said" = '0 passed, 1 failed' ]; then echo 'PASS a lane that is killed is a failure'; else echo "FAIL a lane that is killed is a failure: $said"; failed=1; fi
exit $failed
