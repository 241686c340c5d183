#!/bin/bash
# playground_test.sh: the program playground: lines of the input, of a file and of its examples, and what it refuses.
set -u
program=$HOLO_BUILD/bin/playground
. "$HOLO_ROOT/tests/examples/refusals.sh"
printf 'x = 3\ny = x * x\n' > lines.txt

why=$("$program" < lines.txt | sed -n 2,3p | tr -s ' ' | tr '\n' '|')
[ "$why" != 'x = 3 3 6 6|y = x * x 9 1 1|' ] || why=''
check 'lines of the input'
why=$(diff <("$program" < lines.txt) <("$program" --file lines.txt < /dev/null) | head -n 1)
check 'lines of a file'
why=$("$program" --file lines.txt --why x | grep -c -x '  y -> x:  3 (= x) = 3')
[ "$why" != 2 ] || why=''
check 'where a gradient comes from, path by path'
why=$(printf 's\nwhy x\nq\n' | "$program" --file lines.txt --step | grep -c '^1/5  #0 leaf x  3  at sheet:1')
[ "$why" != 1 ] || why=''
check 'a session of the stepper, with lines of the sheet'

printf 'x = 3\ny = x * q\n' > wrong.txt
run --file wrong.txt
one_line 2 error 'line 2, column 9'
check 'what is wrong in a line has its column'
run --file lines.txt --why z
one_line 2 error 'no line has this name'
check 'a name that no line has'
run --file lines.txt --example gate
one_line 2 error 'not both'
check 'a file and an example'
run --step
one_line 2 error 'the lines come from the input'
check 'steps of lines that come from the input'
run --file none.txt
one_line 1 error 'none.txt'
check 'a file that is not there'
head -c 100000 /dev/zero | tr '\0' 'x' > long.txt
run --file long.txt
one_line 2 error 'the sheet: 100000 bytes'
check 'a file that is too long'
yes 'x = 1' | head -n 100000 | "$program" > out 2> err
status=$?
why="status $status"
[ $status != 2 ] || ! grep -q 'the sheet: 10001 bytes' err || why=''
check 'an input that is too long'
