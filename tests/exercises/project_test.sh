#!/bin/bash
# project_test.sh: of each stage of the project, examples/exercises/project/: the reference passes, and its page shows what
# is said then; a skeleton fits to the check and throws; references into a list that grows; the losses of stage 9.
set -u
what=project
. "$HOLO_ROOT/tests/make/plain_build.sh"
. "$HOLO_ROOT/tests/exercises/answers.sh"
if eval "$compile" -fsyntax-only -x c++ '"$reference"' > "$here/log" 2>&1; then
  pass 'the reference compiles without a warning'
else
  fail 'the reference compiles without a warning' "$(grep -m 1 -E 'error|warning' "$here/log")"
fi

stages=($project/stage_*/)
stages=("${stages[@]%/}")
answers=(reference "$PWD/$reference" "${stages[@]}") skeletons=()
for folder in "${stages[@]}"; do
  number=$(stage_number "${folder##*/}")
  { up_to $((number - 1)) "$reference"; skeleton "$number"; } > "$here/skeleton_of_$number"
  skeletons+=(${skeletons[@]+--} "skeleton_$number" "$here/skeleton_of_$number" "$folder")
done

# Mistakes that are seen apart from the lists of numbers.
told=()
# wrong NAME STAGE SCRIPT: the reference, as sed changes it.
wrong() {
  local number=${#told[@]}
  up_to "$(stage_number "$2")" "$reference" > "$here/right"
  sed "$3" "$here/right" > "$here/wrong_of_$number"
  ! cmp -s "$here/right" "$here/wrong_of_$number" || fail "$2: $1" 'it is not wrong'
  answers+=(-- "wrong_$number" "$here/wrong_of_$number" "$project/$2") told+=("$2: $1")
}
wrong 'a reference that is read by the product' stage_01_tape 's/^Number operator\*(Number.*/Number operator*(Number a, Number b) {\
  const Node \&x = tape[a.place], \&y = tape[b.place];\
  const Number z(x.data * y.data);\
  tape[z.place] = {z.data(), 0, a.place, b.place, y.data, x.data};\
  return z;\
}/'
wrong 'a reference that is read by the sum' stage_01_tape 's/^Number operator+(Number.*/Number operator+(Number a, Number b) {\
  const Node \&x = tape[a.place], \&y = tape[b.place];\
  const Number z = made(0, a, 1, b, 1);\
  tape[z.place].data = x.data + y.data;\
  return z;\
}/'
wrong 'a reference that is written' stage_01_tape 's/^Number operator\*(Number.*/Number operator*(Number a, Number b) {\
  const Number z(a.data() * b.data());\
  Node\& node = tape[z.place];\
  const Number db(a.data());\
  node = {z.data(), 0, a.place, b.place, b.data(), db.data()};\
  return z;\
}/'
wrong 'a reference' stage_02_functions '/^Number exp(Number x) {/,/^}/c\
Number exp(Number x) {\
  const Node\& node = tape[x.place];\
  const Number y = std::exp(node.data);\
  tape[y.place].a = x.place;\
  tape[y.place].da = std::exp(node.data);\
  return y;\
}'
# A loop from the loss back, in which each use overwrites the gradient of the use before: no reference is kept.
up_to 1 "$reference" | sed 's/^  list(loss\.place, seen, order);/  for (int i = 0; i <= loss.place; ++i) order.push_back(i);/; s/\.grad += node/.grad = node/' > "$here/overwrites"
# What is made of one number also names the first number of all.
up_to 2 "$reference" | sed '1,/^  tape\.back()\.da = da;/s/^  tape\.back()\.da = da;/  tape.back().b = 0, tape.back().db = tape.back().da = da;/' > "$here/first"
answers+=(-- overwrites "$here/overwrites" "$project/stage_01_tape" -- first "$here/first" "$project/stage_02_functions")

ask "${answers[@]}" && fits "${skeletons[@]}" || exit
said reference > "$here/reference_said"
for folder in "${stages[@]}"; do
  stage=${folder##*/} bad=0
  number=$(stage_number "$stage")
  line=$(grep "^$stage: " "$here/reference_said")
  case $line in
    "$stage: done, "*) grep -q -F "\`$line\`" "$folder/README.md" || fail "$stage: its page shows what done prints" "it has no line '$line'" ;;
    *) fail "$stage: the reference passes" "$(tr '\n' ' ' < "$here/reference_said")" ;;
  esac
  skeleton "$number" | grep -q 'throw .*"not written yet: ' || fail "$stage: the skeleton throws" 'nothing is not written yet'
  # What the student gets at the end of the file is found again by its heading.
  skeleton "$number" | head -n 1 | grep -q "^// ---- stage $number: .* ----$" || fail "$stage: the heading of its skeleton" "$(skeleton "$number" | head -n 1)"
  [ $bad = 1 ] || pass "$stage: the reference passes, a skeleton throws"
done
for ((i = 0; i < ${#told[@]}; ++i)); do
  said "wrong_$i" | grep -q '^  a reference (for example Node&) into a list is kept while the list grows' && pass "${told[i]}" ||
    fail "${told[i]}" "$(said "wrong_$i" | head -n 2 | tr '\n' ' ')"
done
said overwrites | grep -q '^  your gradient is overwritten where a number is used twice' && pass 'a gradient that is overwritten' ||
  fail 'a gradient that is overwritten' "$(said overwrites | head -n 2 | tr '\n' ' ')"
said first | grep -q '^  a number that was made of one number has no second one' && pass 'a gradient for the first number of all' ||
  fail 'a gradient for the first number of all' "$(said first | head -n 2 | tr '\n' ' ')"

# ---- the losses ----

sed -n '/first_losses = {/,/};/p' $project/stage_09_microgpt/check.cpp | grep -o '0x1[^,}]*' > "$here/ours"
head -n 20 tests/data/own_losses_relu.txt | cut -d ' ' -f 2 > "$here/theirs"
cmp -s "$here/ours" "$here/theirs" && pass 'stage 9 has the losses of microgpt.py' ||
  fail 'stage 9 has the losses of microgpt.py' "$(diff "$here/ours" "$here/theirs" | head -n 1)"
