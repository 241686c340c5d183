#!/bin/bash
# project.sh FILE STAGE FOLDER: where the engine in FILE stands. STAGE is one of the folders here, or all: then the
# stages are checked in their order up to the first that is not done, and a FILE that has no skeleton of the next stage
# gets it at its end, an empty one the skeleton of stage 1. Nothing that is in FILE is changed. `make project` calls it, with what exercise.sh beside it needs.
# Status 0; with a STAGE 0: done, 1: not yet.
set -u
. "$(dirname -- "${BASH_SOURCE[0]}")/../support/head.sh" || exit 2
file=$(by_path "$1") stage=$2 folder=$3
here=examples/exercises/project
own=$here/my_engine.h
stages=("$here"/stage_*/)
stages=("${stages[@]%/}")
stages=("${stages[@]##*/}")
# Only to train takes time.
check() {
  local seconds=60
  case $1 in *_0[12]_*) seconds=10 ;; *_09_*) seconds=600 ;; esac
  EXERCISE_SECONDS=$seconds bash -p "$support/exercise.sh" "project/$1" "$file" "$folder"
}
has() { grep -q -s "^// ---- stage $1: " "$file"; }
# add STAGE: its skeleton goes to the end of the file.
add() {
  if ! { true >> "$file"; } 2> /dev/null; then
    refuse "$file: cannot be written; expected a file of your own: touch \$HOME/my_engine.h && make project ANSWER=\$HOME/my_engine.h"
  fi
  if [ -s "$file" ]; then { if [ "$(tail -c 1 "$file")" ]; then echo; fi && echo; } >> "$file"; fi
  skeleton "$(stage_number "$1")" >> "$file" || exit 2
}
what_next() {
  echo "next: read $here/$1/README.md, write in $file, make project"
}

if [ "$stage" != all ]; then
  if ! [ -e "$file" ] && [ "$file" = "$own" ]; then refuse "$file: is not there yet; expected your engine. Try: make project, which begins it"; fi
  if has "$(stage_number "$stage")"; then
    HOLO_REWARD=1 check "$stage"
    status=$?
  else
    said=$(HOLO_REWARD=1 check "$stage")
    status=$? first=${said%%$'\n'*}
    # What the compiler says of a stage that has not begun helps nobody.
    case $first in *': does not compile') said=$first ;; esac
    [ -z "$said" ] || printf '%s\n' "$said"
    if [ $status = 1 ]; then
      echo "  $file has no '// ---- stage $(stage_number "$stage"): ' yet: make project adds it when the stage before is done"
    fi
  fi
  following=$(basename "$here"/stage_"$(printf %02d $(($(stage_number "$stage") + 1)))"_*)
  if [ $status = 0 ] && [ -d "$here/$following" ] && has "$(stage_number "$stage")" && ! has "$(stage_number "$following")"; then
    add "$following"
    echo "stage $(stage_number "$following") is at the end of $file now: load it again in your editor"
    what_next "$following"
  fi
  exit $status
fi

# mark STAGE: changes when its check does, or the engine up to the part of the next stage.
mark() {
  { up_to "$(stage_number "$1")" "$file"; cat "$here/$1"/*.cpp; } | cksum
}

if { ! [ -e "$file" ] && [ "$file" = "$own" ]; } || { [ -f "$file" ] && ! [ -s "$file" ]; }; then
  add "${stages[0]}"
  echo "$file is your engine now: stage 1 begins"
  what_next "${stages[0]}"
  exit
fi
if ! [ -f "$file" ] || ! [ -r "$file" ]; then
  refuse "ANSWER=$file: cannot be read; expected your engine, or no ANSWER: then it is $own"
fi
echo "your engine: $file"
mkdir -p "$folder" 2> /dev/null && log=$(mktemp "$folder/said.XXXXXX" 2> /dev/null) ||
  refuse "$folder: cannot be written; expected a tree of your own, or a folder for what is built: make B=/path/of/yours"
trap 'rm -f "$log"' EXIT
for ((i = 0; i < ${#stages[@]}; ++i)); do
  next=${stages[i + 1]:-}
  newly=
  if [ -z "$next" ] || ! has $((i + 2)); then newly=1; fi
  # What was done before and has not changed since need not be compiled again.
  was_done=$folder/${stages[i]}.done
  if [ -z "$newly" ] && [ -f "$was_done" ] && [ "$(head -n 1 "$was_done")" = "$(mark "${stages[i]}")" ]; then
    sed 1d "$was_done"
    continue
  fi
  # Seen as it comes: training takes its time.
  HOLO_REWARD=$newly check "${stages[i]}" | tee "$log"
  status=${PIPESTATUS[0]}
  if [ "$status" = 0 ]; then { mark "${stages[i]}"; grep -a "^${stages[i]}: done, " "$log" | tail -n 1; } > "$was_done"; fi
  if [ "$status" = 2 ]; then exit 2; fi
  if [ "$status" != 0 ]; then
    # An error in the part of a later stage: that is the one to go on with.
    other=$(sed -n 's/^  line [0-9]* is in the part of stage \([0-9]*\)$/\1/p' "$log")
    what_next "${stages[${other:-$((i + 1))} - 1]}"
    exit 0
  fi
  if [ -z "$next" ]; then
    echo "all ${#stages[@]} stages are done: this engine is yours"
  # A file that has all of the next stage without its heading needs no skeleton.
  elif [ "$newly" ] && check "$next" | head -n 1 | grep -q 'does not compile'; then
    add "$next"
    echo "stage $((i + 2)) is at the end of $file now: load it again in your editor"
    what_next "$next"
    exit 0
  fi
done
