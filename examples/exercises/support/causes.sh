# causes.sh: what is wrong with an answer apart from its numbers, in the words of the course. exercise.sh and grade.sh
# read it.

# includes_solution ANSWER DEPENDENCIES: a sentence where it reads a solution that it is not; the compiler wrote which
# files it reads.
includes_solution() {
  local file folder
  if ! [ -e "$2" ]; then return; fi # the compiler was stopped before
  for file in $(tr -d '\\' < "$2" 2> /dev/null); do
    if [ "$file" = "$1" ]; then continue; fi
    if [ -L "$file" ]; then file=$(readlink -f "$file"); fi
    folder=$(cd -P -- "$(dirname -- "$file")" 2> /dev/null && pwd)
    case $folder/ in
      */exercises/solutions/* | */tests/exercises/*)
        echo 'your file includes a solution: write your own'
        return
        ;;
    esac
  done
}

# linker_cause LOG: why an answer that compiles makes no program.
linker_cause() {
  if grep -a -q -E "(multiple definition of|duplicate symbol).*\<_?main\>" "$1"; then
    echo 'your file has a main() of its own: the check has one, so take yours out'
  fi
}

# crash_cause STATUS STDERR LOG: why an answer stopped in the middle.
crash_cause() {
  if grep -a -q "Assertion '__n < this->size()'" "$2"; then
    echo 'an index leaves its vector: v[i] asks for an i below v.size()'
  elif grep -a -q "Assertion '!this->empty()'" "$2"; then
    echo 'front() or back() is asked of a vector that is empty'
  elif grep -a -q -e '-Wreturn-type' -e '-Winfinite-recursion' "$3"; then
    echo 'the cause is likely this:'
  elif [ "$1" = $((128 + $(kill -l FPE))) ]; then
    echo 'a whole number is divided by 0'
  else
    echo 'an index leaves its vector, or a function calls itself without end'
  fi
}

# warned LOG ANSWER: what the compiler warns of, a line each: LINE: SENTENCE.
warned() {
  grep -a -F "$2:" "$1" | awk -v answer="$2:" '
    BEGIN {
      told["float-conversion"] = "a number loses its fraction here, since it becomes a whole one: take double"
      told["return-type"] = "this function ends without a return, so its result is anything"
      told["uninitialized"] = told["maybe-uninitialized"] = "a variable is read before it has a value: begin with one, 0 say"
      told["unused-value"] = "this line calculates something that nobody gets: is an = missing, or was = meant for ==?"
      told["unused-result"] = "the result of this call is thrown away"
      told["parentheses"] = "this condition sets a variable: to compare, write =="
      told["infinite-recursion"] = "this function calls itself without end"
      told["shadow"] = "a second variable with the same name begins here: the one outside stays as it is"
      told["unused-variable"] = told["unused-but-set-variable"] = "this variable is never used"
      told["unused-parameter"] = "this parameter is never used"
    }
    index($0, answer) == 1 && match($0, /\[-W[a-z=0-9-]*\]/) {
      kind = substr($0, RSTART + 3, RLENGTH - 4)
      sub(/=[0-9]*$/, "", kind)
      split(substr($0, length(answer) + 1), place, ":")
      if (kind in told) print place[1] ": " told[kind]
    }'
}

# copied ANSWER: where it changes a copy in place of the original, or divides two whole numbers.
copied() {
  awk '
    function changed(line, name) { return line ~ ("(^|[^A-Za-z0-9_.])" name "(\\.[a-z_]+)? *[-+*/]?=[^=]") }
    { line = $0; sub(/\/\/.*/, "", line) }
    name != "" && NR <= last && changed(line, name) { print first ": " name " is a copy, so that a change of it is lost: write " type "& " name; name = "" }
    match(line, /for \((auto|double|Node|Vector) [A-Za-z_0-9]+ : /) {
      split(substr(line, RSTART + 5, RLENGTH), word, " ")
      type = word[1]; name = word[2]; first = NR; last = NR + 5
      if (changed(substr(line, RSTART + RLENGTH), name)) { print first ": " name " is a copy, so that a change of it is lost: write " type "& " name; name = "" }
      next
    }
    match(line, /(^|[^A-Za-z0-9_])(auto|Node) [A-Za-z_0-9]+ = (at\(|tape\[)/) {
      split(substr(line, RSTART, RLENGTH), word, " ")
      type = word[1]; gsub(/[^A-Za-z]/, "", type); name = word[2]; first = NR; last = NR + 5
      if (changed(substr(line, RSTART + RLENGTH), name)) { print first ": " name " is a copy, so that a change of it is lost: write " type "& " name; name = "" }
    }
    match(line, /(^|[^A-Za-z0-9_.)\]])[0-9]+ *\/ *[0-9]+($|[^.0-9e])/) {
      split(substr(line, RSTART, RLENGTH), part, "/")
      gsub(/[^0-9]/, "", part[1]); gsub(/[^0-9]/, "", part[2])
      if (part[2] > 0 && part[1] % part[2]) print NR ": " part[1] " / " part[2] " of two whole numbers is " int(part[1] / part[2]) ": write " part[1] ".0 / " part[2]
    }' "$1"
}

# causes LOG ANSWER: at most three lines, in the order of the file.
causes() {
  { warned "$1" "$2"; copied "$2"; } | sort -n -u | awk -F: '!seen[$1]++ && ++count <= 3 { print "  line " $0 }'
}
