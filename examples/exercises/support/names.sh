# names.sh: which exercise a name means, for grade.sh, which reads it. The word says it; the two digits before it are the
# exercise's place in the course, and may be those of another year.

# word_of NAME: $word is relu of 06_relu, 02_relu and relu, relu.h of 02_relu.h.
word_of() {
  word=$1
  case $word in [0-9][0-9]_?*) word=${word#*_} ;; esac
}

# name_among NAME NAMES: $name_now is the one of NAMES, which are between blanks, that has the same word, or nothing.
name_among() {
  local name
  name_now=
  word_of "$1"
  for name in $2; do
    case $name in "$1" | [0-9][0-9]_"$word") name_now=$name ;; esac
  done
}
