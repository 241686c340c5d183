#!/bin/bash
# exercise_run_test.sh: EX names an exercise by its word, its number or both. Two runs of make exercise at the same time
# judge their own answers; an answer in UTF-16 and one with an error are told so; a run leaves nothing in the build folder.
# exercise_told_test.sh has what is said of mistakes.
set -u
what='make exercise'
. "$HOLO_ROOT/tests/make/plain_build.sh"
. "$HOLO_ROOT/tests/exercises/class.sh"
mkdir folder

# A compiler that returns when both have compiled.
cat > both << END
#!/bin/bash
cd "$HOLO_ROOT" && $HOLO_COMPILE "\$@" || exit
touch "$here/compiled.\$\$"
for ((i = 0; i < 600; ++i)); do
  set -- "$here"/compiled.*
  if [ \$# -gt 1 ]; then exit; fi
  sleep 0.1
done
END
chmod +x both
exercise "$(printf %q "$here/both")" good > good.out 2>&1 &
exercise "$(printf %q "$here/both")" wrong > wrong.out 2>&1
status=$?
wait $! && [ "$(cat good.out)" = '06_relu: done, 20 checks' ] && [ "$(head -n 1 wrong.out)" = '06_relu: not yet' ] && [ $status = 1 ] &&
  pass 'two at the same time judge their own answers' ||
  fail 'two at the same time judge their own answers' "$(cat good.out), $status $(head -n 1 wrong.out)"

{ printf '\377\376'; sed 's/./&@/g; s/$/@/' class/good/relu.h | tr '@' '\000'; } | hands_in utf16
said=$(exercise "$HOLO_COMPILE" utf16)
status=$?
[ "$status $said" = '1 06_relu: does not compile
  the file is UTF-16: save it as UTF-8' ] && pass 'UTF-16 is named' || fail 'UTF-16 is named' "$status $said"

sed '$d' class/good/relu.h | hands_in open
told 'an error of the answer is shown in the answer' open 1 '06_relu: does not compile' \
  '  line 8: a } is missing: each { has one' \
  "  $here/class/open/relu.h:[0-9]*:[0-9]*: error: expected .*}.*"
sed 's/relu_backward/backward/' class/good/relu.h | hands_in lacks_one
told 'a function that is missing is shown in the check' lacks_one 1 '06_relu: does not compile' \
  '  examples/exercises/06_relu/check.cpp:[0-9]*:[0-9]*: error: .*relu_backward.*'
told 'the solution itself is done' good 0 '06_relu: done, .*'
[ -z "$(ls folder)" ] && pass 'nothing is left' || fail 'nothing is left' "$(ls folder | tr '\n' ' ')"

# A makefile that has of ours what finds the exercise.
cat > makefile << END
call_files = \$(wildcard \$(1))
$(sed -n '/^exercises :=/,/^\$(if .*goals/p' "$HOLO_ROOT/src/make/exercises.mk" | sed '$d; s/call files,/call call_files,/')
all: ; @echo \$(exercise)
END
ln -s "$HOLO_ROOT/examples" examples
while read -r ex name; do
  found=$(make --no-print-directory -f makefile EX="$ex" 2>&1)
  [ "$found" = "$name" ] && pass "EX=$ex" || fail "EX=$ex" "'$found', not '$name'"
done << 'END'
relu 06_relu
06_relu 06_relu
06 06_relu
6 06_relu
1 01_engine
17 17_holo_gate_flow_inverse
squared_relu 14_squared_relu
02_relu
18
relu_
END
