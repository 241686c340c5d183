# stages.sh: how .ci/run and .ci/systems run their stages, count, and report. It is read by them, not run.
jobs=$(nproc 2> /dev/null || sysctl -n hw.ncpu 2> /dev/null || echo 2)
scratch=$(mktemp -d) || exit 1
trap 'rm -rf "$scratch"' EXIT
log=$scratch/log ran=$scratch/ran
: > "$ran"
passed=0 failed=0 skipped=0
report= failures=

# seconds_of_cpu: sets cpu to what all that has ended took of the processors.
seconds_of_cpu() {
  times > "$scratch/times"
  cpu=$(awk -F '[ms ]+' 'NR == 2 { printf "%d", 60 * ($1 + $3) + $2 + $4 }' "$scratch/times")
}

# stage NAME COMMAND...: counts the tests of a run that counts them, any other command as one check.
stage() {
  local name=$1 start=$SECONDS status summary cpu before_it
  seconds_of_cpu
  before_it=$cpu
  shift
  echo "==== $name: $*"
  "$@" < /dev/null 2>&1 | tee "$log"
  status=${PIPESTATUS[0]}
  awk '/^---- / { name = $2; sub(/,$/, "", name) } /^(PASS|FAIL) / && name ~ /_test$/ { print name }' "$log" >> "$ran"
  summary=$(grep -E '^[0-9]+ passed, [0-9]+ failed(, [0-9]+ skipped)?$' "$log" | tail -n 1)
  # A run that failed without a failed test, a build that broke say, is one failure.
  case $summary in
    '') summary='1 passed, 0 failed' && [ "$status" = 0 ] || summary='0 passed, 1 failed' ;;
    *' 0 failed'*) [ "$status" = 0 ] || summary="${summary%% *} passed, 1 failed" ;;
  esac
  count "$summary"
  case $summary in
    *' 0 failed'*) ;;
    *) failures="$failures
---- failed in: $name
$(grep -E -A 6 '^FAIL |: (FATAL )?ERROR: |[Ee]rror: |^make.*\*\*\*' "$log" | cut -c 1-300 | head -n 60)
" ;;
  esac
  seconds_of_cpu
  report="$report$(printf '%5d s %5d s of a core  %-36s %s' $((SECONDS - start)) $((cpu - before_it)) "$name" "$summary")
"
}

# way NAME SHARE COMMAND: a stage for take_turns. SHARE: how long it takes, in hundredths of the stage that all are measured by.
ways=() shares=() commands=()
way() { ways+=("$1") shares+=("$2") commands+=("$3"); }

# take_turns SECONDS MINUTES: the ways to build, where SECONDS were measured on this machine for 100; no one that would
# end after MINUTES (0: all). The first one is drawn by the commit, the others follow in a ring, so that a machine
# that is too slow for all has each of them in its turn. Sets left_out to those that it left out.
left_out=
take_turns() {
  local seconds=$1 minutes=$2 count=${#ways[@]} first n i
  first=$((16#0$(git rev-parse HEAD 2> /dev/null | cut -c 1-6) % count))
  for ((n = 0; n < count; n++)); do
    i=$(((first + n) % count))
    if [ "$minutes" = 0 ] || [ $((SECONDS + shares[i] * seconds / 100)) -lt $((60 * minutes)) ]; then
      stage "${ways[i]}" "${commands[i]}"
    else
      left_out="$left_out, ${ways[i]}"
      skip "${ways[i]}" "it would end after $minutes minutes; it has its turn at another commit, or with MINUTES=0"
    fi
  done
}

count() {
  local words
  words=($(printf '%s' "$1" | tr -d ','))
  passed=$((passed + words[0]))
  failed=$((failed + words[2]))
  skipped=$((skipped + ${words[4]:-0}))
}

skip() {
  echo "==== $1: skipped, $2"
  count '0 passed, 0 failed, 1 skipped'
  report="$report$(printf '%5d s %5d s of a core  %-36s %s' 0 0 "$1" "skipped, $2")
"
}

# install PACKAGES...: best effort, all at once, else one by one; what is still missing afterwards is skipped by name.
install() {
  local sudo= package
  [ $# -gt 0 ] && command -v apt-get > /dev/null || return 0
  [ "$(id -u)" = 0 ] || sudo=sudo
  $sudo apt-get install -y "$@" > "$log" 2>&1 < /dev/null && return
  for package in "$@"; do
    $sudo apt-get install -y "$package" > "$log" 2>&1 < /dev/null || tail -n 3 "$log"
  done
}

# engine_of_book: the programs of the chapters as WebAssembly, in node and in the pages of the book: what each prints.
engine_of_book() {
  make WERROR=1 -j"$jobs" engine && make WERROR=1 -j"$jobs" book &&
    make WERROR=1 -j"$jobs" TESTS='book_engine_test book_run_test' test
}

has() { command -v "$1" > /dev/null 2>&1; }

# What failed is said again at the end, where a reader of a long log looks first.
report() {
  printf '%s\n%s' "$failures" "$report"
  summary="$passed passed, $failed failed"
  [ "$skipped" = 0 ] || summary="$summary, $skipped skipped"
  echo "$summary"
  [ "$failed" = 0 ] && [ "$passed" -gt 0 ]
}
