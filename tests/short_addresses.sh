#!/bin/bash
# short_addresses.sh: the test cases in a build for 32 bits, `make test-32`. First it says which cannot run there, and
# why. In: what run.sh gets. Last line: "N passed, N failed".
set -u
left_out=
# without PATTERN REASON: sources whose cases are left out.
without() {
  echo "left out on 32 bits: ${1#*tests/}: $2"
  left_out="$left_out $1"
}
without '*tests/backend/fake_device_test.cpp' 'no address is left that is none of the host'
echo 'left out on 32 bits: threads: this build has none (OMP=0), so a case with several runs with one'
HOLO_CASES='*' HOLO_WITHOUT=$left_out bash "$HOLO_ROOT/tests/run.sh"
