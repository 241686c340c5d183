# refusals.sh: what the tests of programs share: how a program that works, or refuses something, is judged. It is
# read by them, not run. $program is the program.
pass() { echo "PASS $1"; }
fail() { echo "FAIL $1: $2"; }

# run FLAG...: the program's words in out and err, its exit code in $code. It must end by itself.
run() {
  timeout 60 "$program" "$@" > out 2> err
  code=$?
}

# check NAME: PASS when $why is empty.
check() {
  if [ -z "$why" ]; then echo "PASS $1"; else echo "FAIL $1: $why"; fi
}

# good PROGRAM FLAG...: a program of $bin; adds to $why when it fails.
good() {
  program=$bin/$1
  run "${@:2}"
  [ "$code" = 0 ] || why="$why $1 ended with $code: $(head -n 1 err)"
}

# none CODE TEXT PROGRAM FLAG...: one line that has TEXT; nothing is printed, unless CODE ends with +, a file `kept` is
# as it was, and there is none of the name `none`.
none() {
  program=$bin/$3
  echo '1 0x1p+1 2' > kept
  run "${@:4}"
  one_line "${1%+}" error "$2"
  case $1 in *+) ;; *) [ ! -s out ] || why="$why it printed: $(head -n 1 out)" ;; esac
  [ ! -e none ] && [ "$(cat kept)" = '1 0x1p+1 2' ] || why="$why it wrote something"
  check "${*:3}: $2"
}

# table: each line on stdin is CODE TEXT :: PROGRAM FLAG..., for none.
table() {
  local row words
  while IFS= read -r row; do
    case $row in '' | '#'*) continue ;; esac
    words=${row%% :: *}
    eval "set -- ${row#* :: }"
    none "${words%% *}" "${words#* }" "$@"
  done
}

# one_line CODE KIND TEXT: that exit code, and on stderr one line, KIND first, that has TEXT.
one_line() {
  why=
  if [ "$code" != "$1" ]; then
    why="exit code $code, expected $1: $(head -n 1 err)"
  elif [ "$(wc -l < err)" != 1 ]; then
    why="$(wc -l < err) lines on stderr, expected 1: $(head -n 2 err | tr '\n' ' ')"
  elif ! grep -q "^$2: " err || ! grep -q -F -e "$3" err; then
    why="it says '$(cat err)', expected '$2: ... $3'"
  fi
}
