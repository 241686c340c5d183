# head.sh: every script of the exercises reads this first. Its caller starts bash with -p, which takes no function, option or
# start file from the environment; here is the rest: no setting of the user's shell changes what a script does or prints.
set +o posix
unset CDPATH GLOBIGNORE GREP_OPTIONS GREP_COLOR POSIXLY_CORRECT AWKPATH
export LC_ALL=C # messages of compilers are in English, numbers have a point
support=$(dirname -- "${BASH_SOURCE[0]}")

refuse() {
  echo "error: $1" >&2
  exit 2
}

# by_path FILE: the same file by a name that no program takes for an option or for an assignment.
by_path() { case $1 in /*) printf %s "$1" ;; -* | *=*) printf %s "./$1" ;; *) printf %s "$1" ;; esac; }

# skeleton NUMBER: what a student gets for this stage of the project.
skeleton() {
  awk -v heading="// ---- stage $1: " '/^\/\/ ---- stage / { mine = index($0, heading) == 1 } mine { text = text $0 "\n" }
    END { sub(/\n+$/, "\n", text); printf "%s", text }' "$support/../project/skeletons.h"
}

# stage_number STAGE: 4 of stage_04_bigram.
stage_number() { local digits=${1#stage_}; echo $((10#${digits%%_*})); }

# up_to NUMBER FILE: an engine without the stages after this one.
up_to() { awk -v after="^// ---- stage $(($1 + 1)): " '$0 ~ after { exit } { print }' "$2"; }

# make_scratch NAME: $scratch, a new folder for temporary files.
make_scratch() {
  scratch=$(mktemp -d "$(by_path "${TMPDIR:-/tmp}")/holo-$1.XXXXXX" 2> /dev/null) && scratch=$(cd "$scratch" && pwd) ||
    refuse "TMPDIR=${TMPDIR:-/tmp}: cannot be written; expected a folder for temporary files: TMPDIR=/path/of/yours"
}
