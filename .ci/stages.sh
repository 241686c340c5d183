# stages.sh: how .ci/run and .ci/systems run their stages, count, and report. It is read by them, not run.
jobs=$(nproc 2> /dev/null || sysctl -n hw.ncpu 2> /dev/null || echo 2)
scratch=$(mktemp -d) || exit 1
trap 'rm -rf "$scratch"' EXIT
# The lines of a log that say what failed.
said_failed='^FAIL |: (FATAL )?ERROR: |[Ee]rror: |^make.*\*\*\*'
log=$scratch/log ran=$scratch/ran results=$scratch/results failures=$scratch/failures lines=$scratch/lines
: > "$ran" > "$results" > "$failures" > "$lines"

# seconds_of_cpu: sets cpu to what all that has ended took of the processors.
seconds_of_cpu() {
  times > "$log.times"
  cpu=$(awk -F '[ms ]+' 'NR == 2 { printf "%d", 60 * ($1 + $3) + $2 + $4 }' "$log.times")
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
    *) printf '\n---- failed in: %s\n%s\n' "$name" \
      "$(grep -E -A 6 "$said_failed" "$log" | cut -c 1-300 | head -n 60)" >> "$failures" ;;
  esac
  seconds_of_cpu
  printf '%5d s %5d s of a core  %-36s %s\n' $((SECONDS - start)) $((cpu - before_it)) "$name" "$summary" >> "$lines"
}

# lane LANE NAME COMMAND...: a stage for run_lanes, of words without spaces. Lanes run beside each other, as tests often
# wait; the stages of one lane run one after the other. A stage of the lane `any` is taken by the lane that is free first.
lanes=() names=() commands=()
lane() { lanes+=("$1") names+=("$2") commands+=("${*:3}"); }

run_lanes() {
  local lane pid
  for lane in $(printf '%s\n' "${lanes[@]}" | grep -v -x any | sort -u); do
    (log=$scratch/log.$lane && run_lane "$lane" && run_lane any) &
    lane_pids="$lane_pids $!"
  done
  for pid in $lane_pids; do wait "$pid" || stage 'a lane comes to its end' false; done
}

# run_lane LANE: shows what a stage says when it has ended. On a machine that is too slow for all stages in the time that
# a server gives, the last ones of a lane are left out.
run_lane() {
  local i
  for i in "${!lanes[@]}"; do
    [ "${lanes[i]}" = "$1" ] && mkdir "$scratch/taken.$i" 2> /dev/null || continue
    if [ $SECONDS -ge $((60 * ${MINUTES:-20})) ]; then
      touch "$scratch/left_out"
      skip "${names[i]}" "$((SECONDS / 60)) minutes are over; for all stages: MINUTES=999 .ci/run"
      continue
    fi
    alone echo "---- begins: ${names[i]}"
    stage "${names[i]}" ${commands[i]} > "$log.shown" 2>&1
    alone cat "$log.shown"
  done
  return 0
}
# What the lanes have said so far, when they are stopped.
lane_pids=
trap 'tail -n 30 "$scratch"/log.*.shown 2> /dev/null; kill $lane_pids 2> /dev/null; exit 143' TERM HUP INT

# alone COMMAND...: runs it while no other lane runs one so.
alone() {
  until mkdir "$scratch/alone" 2> /dev/null; do
    [ -d "$scratch" ] || return 1
    sleep 0.2
  done
  "$@"
  rmdir "$scratch/alone"
}

count() {
  local words
  words=($(printf '%s' "$1" | tr -d ','))
  echo "${words[0]} ${words[2]} ${words[4]:-0}" >> "$results"
}

skip() {
  echo "==== $1: skipped, $2"
  count '0 passed, 0 failed, 1 skipped'
  printf '%5d s %5d s of a core  %-36s %s\n' 0 0 "$1" "skipped, $2" >> "$lines"
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
  make -j"$jobs" engine && make WERROR=1 -j"$jobs" TESTS='book_engine_test book_run_test' test
}

# on_32_bits SETTINGS...: the test cases on 32 bits, where a size is half as long. On Debian the system's headers for 32
# bits are beside the ones for 64. Left out is the device whose addresses are none of the host: no address is left.
headers_of_32="-idirafter /usr/include/$(g++ -print-multiarch 2> /dev/null)"
has_32() { printf '#include <string>\nint main() {}\n' | g++ -m32 -x c++ - -o "$scratch/a.out" $headers_of_32 2> /dev/null; }
on_32_bits() {
  sh src/make/fmt_library.sh build/for-32 g++ -m32 $headers_of_32 &&
    HOLO_WITHOUT='first_test plain *tests/backend/fake_device_test.cpp' make CXX='g++ -m32' CPPFLAGS="$headers_of_32" \
      LDFLAGS=-Lbuild/for-32 ARCH= OMP=0 WERROR=1 -j"$jobs" "$@" test
}

has() { command -v "$1" > /dev/null 2>&1; }

# What failed is said again at the end, where a reader of a long log looks first: at length before the table, and in a
# line each after it, for a server that shows only the end of a log.
report() {
  local passed failed skipped summary
  cat "$failures"
  echo
  cat "$lines"
  grep -E "^---- failed in|$said_failed" "$failures" | cut -c 1-130 | head -n 40
  read -r passed failed skipped < <(awk '{ p += $1; f += $2; s += $3 } END { print p + 0, f + 0, s + 0 }' "$results")
  summary="$passed passed, $failed failed"
  [ "$skipped" = 0 ] || summary="$summary, $skipped skipped"
  echo "$summary"
  [ "$failed" = 0 ] && [ "$passed" -gt 0 ]
}
