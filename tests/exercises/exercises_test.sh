#!/bin/bash
# exercises_test.sh: of each exercise in examples/exercises/: its solution passes, and its README shows what is said then;
# its skeleton fits to the check, throws, and includes what the solution does; mistakes that few inputs show are seen. Of these
# and of each stage of the project: the list of mistakes was measured with what is there. Of the list of relu: each mistake,
# and each of some pairs, is told its sentence.
# In: HOLO_EXERCISE, 06_relu, if only that one; all: all of each list.
set -u
what=exercises only=${HOLO_EXERCISE:-some}
. "$HOLO_ROOT/tests/make/plain_build.sh"
. "$HOLO_ROOT/tests/exercises/answers.sh"
cd $exercises || exit 1
# includes FILE: the headers of the standard library that it includes.
includes() { grep -o '^#include <.*>' "$1" | sort -u; }
lacking=
for solution in solutions/*.h; do
  name=$(basename "$solution" .h)
  lacking=$lacking$(includes "$solution" | comm -23 - <(includes "$name/${name#*_}.h") | sed "s|^|$name: |")
done
lacking=$lacking$(includes "$HOLO_ROOT/tests/exercises/project/my_engine.h" | comm -23 - <(includes project/skeletons.h))
[ -z "$lacking" ] && pass 'each skeleton includes what its solution does' || fail 'each skeleton includes what its solution does' "$lacking"

names=() answers=() skeletons=()
case $only in some | all) folders=([0-9]*) ;; *) folders=("$only") ;; esac
for name in "${folders[@]}"; do
  skeleton=$PWD/$name/${name#*_}.h
  names+=("$name") answers+=(${answers[@]+--} "$name.solution" "$PWD/solutions/$name.h" "$name")
  # Who works on it has an answer there, not the skeleton.
  if ! git diff --quiet HEAD -- "$skeleton" 2> /dev/null && git ls-files --error-unmatch "$skeleton" > /dev/null 2>&1; then
    echo "SKIP $what: $name: the skeleton fails: ${skeleton#"$PWD/"} was changed"
  else
    skeletons+=(${skeletons[@]+--} "$name.skeleton" "$skeleton" "$name")
  fi
done
# wrong NAME SCRIPT: the solution, as sed changes it. These mistakes change few numbers.
wrong() {
  [ "$only" = some ] || return
  sed "$2" "solutions/$1.h" > "$here/wrong_$1"
  answers+=(-- "$1.wrong" "$here/wrong_$1" "$1")
}
wrong 01_engine 's/for (size_t i = tape.size(); i-- > 0;) {/std::vector<int> way = {loss.place}; std::vector<bool> seen(tape.size());\
  while (!way.empty()) { const int i = way.back(); way.pop_back(); if (i < 0 || seen[i]) continue; seen[i] = true;\
  way.push_back(tape[i].b); way.push_back(tape[i].a);/'
wrong 02_gradient_check 's/isnan(error)/isnan(a[i])/'
wrong 06_relu 's/x > 0 ? x : 0/x > 6 ? 6 : x > 0 ? x : 0/'
wrong 10_sampling 's/= \*std::max_element(.*/= std::max(logits.front(), logits.back());/'
wrong 11_softmax 's/= \*std::max_element(.*/= std::max(logits.front(), logits.back());/'
wrong 14_squared_relu 's/i < z.size()/i + 1 < z.size()/'
wrong 17_holo_gate_flow_inverse 's/sum += scale/sum += std::abs(scale)/'
ask "${answers[@]}" && fits ${skeletons[@]+"${skeletons[@]}"} || exit
for name in "${names[@]}"; do
  bad=0
  said "$name.solution" > "$here/solution"
  if ! grep -q "^$name: done, " "$here/solution"; then
    fail "$name: the solution passes" "$(tr '\n' ' ' < "$here/solution")"
  elif ! grep -q -F "\`$(cat "$here/solution")\`" "$name/README.md"; then
    fail "$name: its README shows what done prints" "it has no line '$(cat "$here/solution")'"
  fi
  if [ -e "$here/$name.skeleton.h" ] && ! grep -q 'throw .*"not written yet' "$here/$name.skeleton.h"; then
    fail "$name: the skeleton throws" 'nothing is not written yet'
  fi
  if [ -e "$here/$name.wrong.h" ] && ! said "$name.wrong" | grep -q "^$name: not yet"; then
    fail "$name: a mistake that changes few numbers" "$(said "$name.wrong" | head -n 1)"
  fi
  [ $bad = 1 ] || pass "$name: the solution passes, the skeleton throws"
done

# ---- the lists of mistakes ----

if ! command -v python3 > /dev/null; then
  echo "SKIP $what: the lists of mistakes: there is no python3"
  exit
fi
# list_mistakes FLAG FOLDER...: a line for each.
list_mistakes() {
  HOLO_COMPILE="$HOLO_COMPILE_QUICK $(printf -- '-I%q ' "$HOLO_ROOT"/{examples,include,src})" \
    HOLO_LIBS="$(printf %q "$HOLO_JUDGE/check.o") $HOLO_PROJECT_OBJECTS $HOLO_LIBS" python3 -B support/list_mistakes.py "$@" 2>&1
}
# Called by hand, it compiles sources that it names.
gone=$(cd support && python3 -B -c 'import os, list_mistakes
print(*(source for source in list_mistakes.SOURCES if not os.path.exists(source)))')
[ -z "$gone" ] && pass 'the sources that are compiled by hand are there' || fail 'the sources that are compiled by hand are there' "$gone"
said=$(list_mistakes --marks [0-9]* project/stage_*) && pass 'each list was measured with what is there' ||
  fail 'each list was measured with what is there' "$(grep -v 'as it should be$' <<< "$said" | tr '\n' ' ')"
case $only in some) folders=() ;; all) folders=([0-9]* project/stage_*) ;; esac
for folder in ${folders[@]+"${folders[@]}"}; do
  said=$(list_mistakes --check "$folder") && pass "$said" || fail "$folder" "$(tr '\n' ' ' <<< "$said")"
done
sed -n '/^relu of a negative number is 0, not its absolute value/,/^```/p' README.md | sed '$d' > "$here/shown"
[ -s "$here/shown" ] && ! grep -v -x -F -f 06_relu/check.cpp "$here/shown" > "$here/differing" && pass 'the README shows a mistake as it is' ||
  fail 'the README shows a mistake as it is' "$(cat "$here/differing")"
[ "$only" = some ] || exit 0

# A list that does not fit: in a copy of the exercise.
mkdir "$here/own" && cp -r 06_relu solutions support project "$here/own" && cp 06_relu/check.cpp "$here/check.cpp" && cd "$here/own" || exit 1
# changed NAME FLAG SCRIPT SAID: what is said of the list that sed has changed.
changed() {
  sed "$3" "$here/check.cpp" > 06_relu/check.cpp
  said=$(list_mistakes "$2" 06_relu) && fail "$1" 'nothing is said'
  grep -q "$4" <<< "$said" && pass "$1" || fail "$1" "it says $said"
}
changed 'an edit of what is not in the solution' --check 's/^  x > 0 ? upstream : 0 => upstream$/  x > 7 ? upstream : 0 => upstream/' 'the solution has this 0 times: x > 7 ? upstream : 0'
changed 'codes that have changed' --check 's,^= /-IP,= /-IQ,' 'write it anew'
# That is said of this mistake alone: the others, and the pairs, are told their sentences.
[ "$(grep -c -e ': is told: ' <<< "$said")" = 1 ] && pass 'each mistake of a list, and some pairs, are told their sentences' ||
  fail 'each mistake of a list, and some pairs, are told their sentences' "$(tr '\n' ' ' <<< "$said")"
changed 'a check that has changed' --marks 's/8.25, 0.5/8.25, 0.75/' 'its list was measured with something else'
