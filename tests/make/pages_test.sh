#!/bin/bash
# pages_test.sh: the lines that a page tells a reader to type work in their order, in a fresh clone: those of the pages
# that run our programs by name, and each page builds these programs first. The lines that are tried elsewhere, or that
# need something of the reader, are named below.
set -u
what=pages
. "$HOLO_ROOT/tests/make/plain_build.sh"
. "$HOLO_ROOT/tests/make/fresh_clone.sh"
here=$PWD
clone "$here/clone" || { echo 'SKIP pages: no git here'; exit 0; }

# elsewhere LINE: true for lines that this test leaves out.
elsewhere() {
  case $1 in
    'make test'* | make*' test'* | make\ fuzz* | make\ races* | 'make tour'* | make\ gdb\ * | make\ gdb-kernel* | make\ gpu-check* | gdb\ *) ;;  # .ci/run
    */bin/tests\ *) ;;                     # this test is part of that program's run
    *' ARGS='*'--seed 7 --n-layer 2'*) ;;  # microgpt_test.sh
    make\ MPI=1* | *mpirun\ * | cmp\ *) ;;  # mpi_test.sh
    rlwrap\ *) ! command -v rlwrap > /dev/null ;;
    *'$(pkg-config '*) ;;                   # install_test.sh
    *) false ;;
  esac
}
# Lines that end with an error, which their page shows.
refused='train_gpt --lr 1e30'

# blocks PAGE COMMENT: the lines of the blocks behind that comment, each with the number of its block.
blocks() {
  awk -v comment="<!-- $2 -->" 'index($0, comment) { seen = 1; next }
    seen && /^ *```/ { if (inside) seen = 0; else ++count; inside = !inside; next }
    inside { print count "|" $0 }' "$1"
}

# shortened LINE: trainings differ in what they train, which few steps show; docs_test.py has what a chapter prints.
shortened() {
  case $1 in
    *demo\ ARGS=*) printf '%s' "$1" | sed "s/ARGS='/&--steps 20 /" ;;
    make\ run-*ARGS=*) printf '%s' "$1" ;;
    make\ run-*) printf '%s' "$1 ARGS=--help" ;;
    make) printf '%s' "make build/$config/libhologradient.a" ;;  # without the programs
    make*\ demo) printf '%s' "$1 ARGS='--steps 20'" ;;
    *train_gpt\ *) printf '%s' "$1" | sed 's/\( --steps [236]0\)0/\1/; s/ --steps 4000/ --steps 30/' ;;
    *) printf '%s' "$1" ;;
  esac
}

# What the lines of a page see: a home of their own, and a make with the settings of this build.
export HOME=$here/home PKG_CONFIG_PATH=$here/home/.local/lib/pkgconfig
mkdir "$HOME"
make() { command make --no-print-directory CXX="$CXX" "${settings[@]}" "$@"; }

# unbuilt PAGE: the lines that run a program before a line of the page that builds it.
unbuilt() {
  blocks "$1" shell | awk -F '[|]' '{ line = $2 }
    line ~ /^make( |$)/ && line !~ /^make (test|deps|clean)/ { built = 1 }
    line ~ /(^| )build\/g..\/bin\// && !built { print line }'
}
# try_page PAGE: types its lines into the clone. A line that worked for an earlier page, as `make gpt`, is not typed again.
worked=$'\n'
try_page() {
  local page=$1 line typed name status
  cd "$here/clone" || return
  [ -z "$(unbuilt "$page")" ] && echo "PASS $page: builds what it runs" || echo "FAIL $page: runs what it has not built: $(unbuilt "$page" | head -n 1)"
  # The first program of a page is to be saved as user.cpp.
  blocks "$page" program | sed -n 's/^1|//p' > user.cpp
  while IFS='|' read -r _ line; do
    line=$(printf '%s' "$line" | sed 's/   *#.*//')
    if [ -z "$line" ] || elsewhere "$line"; then continue; fi
    case $line:$worked in g++*) ;; *$'\n'"$line"$'\n'*) continue ;; esac
    typed=$line
    line=${line//build\/g++\//build/$config/}
    line=$(shortened "${line/#g++ /$CXX }")
    (eval "$line") > "$here/log" 2>&1 < /dev/null
    status=$?
    name="$page: $line"
    case $line in *"$refused"*) status=$((status == 1 ? 0 : 1)) ;; esac
    if [ "$status" = 0 ]; then
      echo "PASS $name"
      worked=$worked$typed$'\n'
    else
      echo "FAIL $name: $(grep -m 1 -i error "$here/log" || tail -n 1 "$here/log")"
    fi
  done < <(blocks "$page" shell)
}
for page in README.md $(cd "$HOLO_ROOT" && grep -l '^build/g++/bin/[a-z]*_gpt' docs/*.md); do
  try_page "$page"
done
