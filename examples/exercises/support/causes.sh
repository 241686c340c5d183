# causes.sh: what is wrong with an answer apart from its numbers, in the words of the course. exercise.sh and grade.sh
# read it.

# dependencies FILE: the files, a line each, that a compiler wrote into a rule for make.
dependencies() {
  awk '{ sub(/\\$/, ""); sub(/^[^:]*: /, ""); gsub(/\\ /, "\001"); gsub(/\$\$/, "$"); gsub(/\\#/, "#")
    for (i = 1; i <= NF; ++i) { gsub("\001", " ", $i); print $i } }' "$1" 2> /dev/null
}

# includes_solution ANSWER DEPENDENCIES: a sentence where it reads a solution that it is not; the compiler wrote which
# files it reads.
includes_solution() {
  local file folder root
  root=$(pwd -P)
  while IFS= read -r file; do
    if [ "$file" = "$1" ]; then continue; fi
    if [ -L "$file" ]; then file=$(readlink -f "$file"); fi
    folder=$(cd -P -- "$(dirname -- "$file")" 2> /dev/null && pwd)/
    # The tree may lie anywhere.
    case /${folder#"$root/"} in
      */exercises/solutions/* | */tests/exercises/*)
        echo 'your file includes a solution: write your own'
        return
        ;;
    esac
  done < <(dependencies "$2")
}

# linker_cause LOG: why an answer that compiles makes no program.
linker_cause() {
  if grep -a -q -E "(multiple definition of|duplicate symbol).*\<_?main\>" "$1"; then
    echo 'your file has a main() of its own: the check has one, so take yours out'
  fi
}

# compile_cause LOG ANSWER: what the first error of the compiler means, and where: line LINE: SENTENCE. Nothing for an error
# that says it itself.
compile_cause() {
  answer="$2:" awk -v quote="'" 'BEGIN { answer = ENVIRON["answer"] }
    # The line of the answer, below that of the error, that defines the operator of two that is missing.
    function defined_below(error,    op, text, at) {
      if (!match(error, /operator ?[-+*\/]|Number/)) return 0
      op = error
      if (!sub(/.*operator ?/, "", op)) return 0
      op = substr(op, 1, 1)
      while ((getline text < substr(answer, 1, length(answer) - 1)) > 0) {
        ++at
        if (at > line && (place_of = index(text, "operator" op "(")) && substr(text, place_of) ~ /^operator.\([^)]*,[^)]*\)/) return at
      }
      return 0
    }
    function line_of(text) { split(substr(text, length(answer) + 1), place, ":"); return place[1] + 0 }
    error == "" && /error: / { error = $0; sub(/.*error: /, "", error); if (index($0, answer) == 1) line = line_of($0) }
    # The member function that lacks its const, and where it begins.
    error ~ /discards qualifiers|not marked const/ && !member_line && index($0, answer) == 1 && /note: .*(in call to|declared here)/ {
      member_line = line_of($0)
      member = $0; gsub(/‘|’/, quote, member); sub("^[^" quote "]*" quote, "", member); sub(quote ".*", "", member)
      gsub(/[A-Za-z_0-9]+::/, "", member)
      if (member !~ /\)$/) member = member "()"
    }
    error != "" && !line && index($0, answer) == 1 { line = line_of($0) }
    END {
      gsub(/‘|’/, quote, error)
      name = error; sub("^[^" quote "]*" quote, "", name); sub(quote ".*", "", name)
      math = " abs cos cosh exp exp2 fmax fmin isnan log log10 max max_element min pow reverse sin sort sqrt swap tanh vector "
      if (error ~ /Number::Number\(\)|construct_at\(Number|initialization of .Number.|use of deleted function .Number/)
        told = "a Number is made of a double: Number sum = 0; and a Vector of Numbers begins empty, Vector y;, and grows by y.push_back(...)"
      else if (error ~ /expected .*;. (before|at|after)|expected .;/)
        told = "a ; is missing, here or at the end of the line above"
      else if (error ~ /expected .\}.|at end of input/)
        told = "a } is missing: each { has one"
      else if (error ~ /extraneous closing brace|expected declaration before .\}.|expected unqualified-id before .return./)
        told = "there is one } too many, or one that comes too early"
      else if (error ~ /not declared in this scope|undeclared identifier|no matching function for call to .(max|min)/ && index(math, " " name " "))
        told = "write std::" name
      else if (error ~ /not declared in this scope|undeclared identifier/)
        told = name " has no meaning here: is it spelled as above, and is it above its use?"
      else if (error ~ /no matching function for call to .(std::)?(max|min)\(/)
        told = "std::max and std::min take two numbers of one type: 0.0 beside a double, not 0"
      else if (error ~ /operator\+=|operator-=|operator\*=|operator\/=/ || error ~ /overloaded .[-+*\/]=/)
        told = "there is no such operator for these two: write it out, for example sum = sum + x"
      else if (member) {
        told = "this function must promise that it changes nothing, since it is called for a const object: write " member " const"
        line = member_line
      } else if (error ~ /read-only|discards qualifiers|const-qualified|.this. argument .* has type .const/)
        told = "this is const, so it cannot be changed: change a copy of it, or make a new one"
      else if (error ~ /has no member named|no member named/)
        told = "it has no member of this name"
      else if (error ~ /conflicts with a previous declaration|duplicate member/)
        told = "a member and a function have one name here: give the member another name, for example value"
      else if (error ~ /redefinition of|redeclared/)
        told = "there are two of this name: one is enough"
      else if (error ~ /(convert .(const )?Number. to .double|conversion from .(const )?Number. to .double)/)
        told = "a double cannot hold what a Number was made of: write Number for it, for example Number sum = 0;"
      else if (error ~ /convert|no viable conversion/)
        told = "this has another type than the place needs"
      else if (error ~ /no matching function|too (few|many) arguments|no match for call/)
        told = "no function of this name takes these arguments: how many does it take, of which types, in which order?"
      else if (error ~ /no match for .operator|invalid operands/ && (below = defined_below(error)))
        told = "the operator for two Numbers is in line " below ", below this one, which cannot use it: use what is above"
      else if (error ~ /no match for .operator|invalid operands/)
        told = "there is no such operator for these two types"
      else if (error ~ /function-definition is not allowed|function definition is not allowed/)
        told = "a function begins inside of another one: is a } missing above?"
      if (told && line) print "line " line ": " told
    }' "$1"
}

# other_stage NAME LOG ANSWER: where the first error is in the part of another stage of the project.
other_stage() {
  local line stage
  line=$(answer="$3:" awk 'BEGIN { answer = ENVIRON["answer"] } index($0, answer) == 1 && /error: / { split(substr($0, length(answer) + 1), place, ":"); print place[1]; exit }' "$2")
  if [ -z "$line" ]; then return; fi
  stage=$(head -n "$line" "$3" | sed -n 's/^\/\/ ---- stage \([0-9]*\): .*/\1/p' | tail -n 1)
  if [ "$stage" ] && [ "$stage" != "$(stage_number "$1")" ]; then echo "  line $line is in the part of stage $stage"; fi
}

# crash_place STDERR ANSWER: where the program was stopped, " in FUNCTION, line LINE", and where another function of the
# answer called this one, of what AddressSanitizer prints.
crash_place() {
  answer=" $2:" awk 'BEGIN { answer = ENVIRON["answer"] }
    frames && /^$/ { exit }  # the next stack is of who made the memory, or freed it
    index($0, answer) && match($0, / in [^ (]*/) {
      name = substr($0, RSTART + 4, RLENGTH - 4)
      sub(/.*::/, "", name)
      split(substr($0, index($0, answer) + length(answer)), place, ":")
      if (!frames++) {
        printf " in %s, line %s", name, place[1]
        inner = name
      } else if (name != inner) {
        printf ", called in %s, line %s", name, place[1]
        exit
      }
    }' "$1"
}

# loop_cause SECONDS: why an answer was stopped.
loop_cause() { echo "computed for $1 seconds and was stopped; expected an answer at once. Does each loop end?"; }
ended_early='the program ended before its check did: an answer ends with return, never with exit()'

# crash_cause STATUS STDERR LOG: why an answer stopped in the middle.
crash_cause() {
  if grep -a -q 'heap-use-after-free' "$2"; then
    echo 'a reference into a vector is used after push_back, which may move its elements: take a copy, or the index'
  elif grep -a -q 'stack-use-after' "$2"; then
    echo 'what is used here has ended with its function: keep a copy of it, or a place that stays'
  elif grep -a -q "Assertion '__n < this->size()'" "$2"; then
    echo 'an index leaves its vector: v[i] asks for an i below v.size()'
  elif grep -a -q "Assertion '!this->empty()'" "$2"; then
    echo 'front() or back() is asked of a vector that is empty'
  elif grep -a -q -e '-Wreturn-type' -e '-Winfinite-recursion' "$3"; then
    echo 'the cause is likely this:'
  elif [ "$1" = $((128 + $(kill -l FPE))) ]; then
    echo 'a whole number is divided by 0'
  elif [ "$1" = $((128 + $(kill -l ABRT))) ]; then
    echo 'it calls abort(), or an exception leaves a function that promises none'
  elif [ "$1" != $((128 + $(kill -l SEGV))) ] && [ "$1" != $((128 + $(kill -l BUS))) ]; then
    echo "the signal $(kill -l "$1") ended it"
  else
    echo 'an index leaves its vector, a variable is used after its function has ended, or a function calls itself without end'
  fi
}

# warned LOG ANSWER: what the compiler warns of, a line each: LINE: SENTENCE.
warned() {
  grep -a -F "$2:" "$1" | answer="$2:" awk '
    BEGIN {
      answer = ENVIRON["answer"]
      told["float-conversion"] = "a number loses its fraction here, since it becomes a whole one: take double"
      told["return-type"] = "this function ends without a return, so its result is anything"
      told["uninitialized"] = told["maybe-uninitialized"] = "a variable is read before it has a value: begin with one, for example 0"
      told["unused-value"] = "nobody uses the result of this line: is an = missing, or was = meant for ==?"
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
    # Which lists are const: their elements cannot be changed by a reference either.
    {
      rest = line
      while (match(rest, /(const )?(Vector|Matrix|std::vector<[A-Za-z:<>]+>)&? [A-Za-z_0-9]+/)) {
        list = substr(rest, RSTART, RLENGTH)
        rest = substr(rest, RSTART + RLENGTH)
        split(list, word, " ")
        constant[list ~ /^const / ? word[3] : word[2]] = list ~ /^const /
      }
    }
    name != "" && line ~ ("& *" name " :") { name = "" }
    name != "" && NR <= last && changed(line, name) { print first ": " name " is a copy, so that a change of it is lost: write " type "& " name; name = "" }
    match(line, /for \((auto|double|Node|Number|Vector) [A-Za-z_0-9]+ : /) {
      split(substr(line, RSTART + 5, RLENGTH), word, " ")
      list = substr(line, RSTART + RLENGTH); sub(/\).*/, "", list)
      if (constant[list]) { name = ""; next }
      # A loop whose statement is in the same line ends there.
      type = word[1]; name = word[2]; first = NR; last = line ~ /; *$/ ? NR : NR + 5
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

# causes LOG ANSWER: at most three lines, in the order of the file. Of two for one line that about a copy says more. What
# is not written yet need not use its parameters.
causes() {
  { copied "$2"; warned "$1" "$2"; } | sort -n -s | answer="$2" awk -F: '
    BEGIN { answer = ENVIRON["answer"]; while ((getline line < answer) > 0) unwritten[++at] = line ~ /"not written yet/ }
    /this parameter is never used$/ && (unwritten[$1 + 0] || unwritten[$1 + 1] || unwritten[$1 + 2]) { next }
    !seen[$1]++ && ++count <= 3 { print "  line " $0 }'
}

# ---- whether an answer failed, or its check: where the compiler cannot be started, or a disk is full, a right answer fails in
# the same place ----

# known_answer EXERCISE FILE: writes an answer to FILE with which the check comes to its end: the solution, the reference of the
# project, or without that the skeletons up to the stage. Status 1 where the tree has none.
known_answer() {
  local stage number=${1#stage_}
  case $1 in
    stage_*)
      cp "$support/../../../tests/exercises/project/my_engine.h" "$2" 2> /dev/null && return
      for ((stage = 1; stage <= 10#${number%%_*}; ++stage)); do skeleton $stage; done > "$2" 2> /dev/null
      [ -s "$2" ]
      ;;
    *) cp "$support/../solutions/$1.h" "$2" 2> /dev/null ;;
  esac
}

# in_the_answer LOG ANSWER: whether the compiler says of a line of the answer what is wrong with it. A file that is not found
# may be missing on this machine.
in_the_answer() {
  answer="$2:" awk 'index($0, ENVIRON["answer"]) == 1 && /[0-9]: error: / { found = 1; exit } END { exit !found }' "$1"
}

# first_line LOG: what a program said of its failure.
first_line() { { grep -a -m 1 -i -E 'error|cannot|not found|no space|denied|killed' "$1" || head -n 1 "$1"; } | tr -d '\000' | head -c 300; }

# new_word: a word that no answer knows: with it begins the last line of a check that came to its end.
new_word() { od -A n -N 8 -t x8 /dev/urandom | tr -d ' '; }
