#!/bin/bash
# planted_test.sh: the lists of planted bugs fit the code: the lines that each replaces are in its
# file once, and its test exists. What does not fit is an error, for `make mutants` as well.
set -u
command -v python3 > /dev/null || { echo 'SKIP planted: no python3 here'; exit 0; }
export PYTHONDONTWRITEBYTECODE=1

if python3 "$HOLO_ROOT/tests/mutants.py" --check > log 2>&1 && grep -q '^[1-9]' log; then
  echo "PASS planted: $(cat log)"
else
  echo "FAIL planted: $(head -c 600 log)"
fi

# A tree with one file and one list.
mkdir -p tree/src tree/tests/base tree/tests/mutants/planted
cp "$HOLO_ROOT"/tests/mutants.py tree/tests
cp "$HOLO_ROOT"/tests/mutants/*.py tree/tests/mutants
printf 'TEST_CASE("sum: of two") {}\n' > tree/tests/base/sum_test.cpp

# says NAME STATUS TEXT: what --check says of list.txt and of code.cpp.
says() {
  local status
  cp list.txt tree/tests/mutants/planted/list.txt && cp code.cpp tree/src/code.cpp
  python3 tree/tests/mutants.py --check > log 2>&1
  status=$?
  if [ "$status" = "$2" ] && grep -q -F -e "$3" log; then
    echo "PASS planted: $1"
  else
    echo "FAIL planted: $1: status $status, $(head -c 300 log)"
  fi
}
python3 "$HOLO_ROOT/tests/mutants.py" --chekc > log 2>&1
if [ $? = 2 ] && grep -q -F -e '--chekc: unknown option; expected --planted' log; then
  echo 'PASS planted: an unknown option is an error'
else
  echo "FAIL planted: an unknown option: $(head -c 300 log)"
fi
list() { printf 'file: src/code.cpp\nbug: less\n%s\n' "$1" > list.txt; }

printf 'int a;\n  return a + b;\n' > code.cpp
list $'test: sum: *\n int a;\n-  return a + b;\n+  return a - b;'
says 'lines that are there fit' 0 '1 planted bugs fit the code'
list $'test: sum: *\n-  return a + b;\n+  return a - b;\n\nbug: more\n-int a;\n+int b;'
says 'file and test are those of the entry before' 0 '2 planted bugs fit the code'
list $'nothing: it is never read\n-int a;\n+int b;\n\nbug: more\n-int a;\n+int c;'
says 'a reason is not that of the entry before' 2 'list.txt:7: no test'
list $'test: sum: *\n int a;\n-  return a + b;\n+  return a - b;'
printf 'int a;\n  return b + a;\n' > code.cpp
says 'lines that are gone are an error' 2 'list.txt:1: src/code.cpp has these lines 0 times'
printf 'int a;\n  return a + b;\nint a;\n  return a + b;\n' > code.cpp
says 'lines that are there twice are an error' 2 'has these lines 2 times; expected once'
printf 'int a;\n  return a + b;\n' > code.cpp
list $'test: product: *\n-int a;\n+int b;'
says 'a test case that does not exist is an error' 2 'no test case `product: *`'
list $'-int a;\n+int b;'
says 'a bug without a test is an error' 2 'list.txt:1: no test'
list $'nothing: it is never read\n-int a;\n+int b;'
says 'a bug with a reason why no test sees it fits' 0 '1 planted bugs'
list $'test: sum: *\n-int a;\n+int a;'
says 'a bug that changes nothing is an error' 2 'no change'
list $'tets: sum: *\n-int a;\n+int b;'
says 'an unknown word is an error' 2 'list.txt:3: `tets: sum: *`; expected one of file'
