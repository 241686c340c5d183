#!/bin/bash
# memory_test.sh: the training loop of 07_microgpt asks the system for no memory after its first
# step. Its system calls are counted; memory_test.cpp looks at the tape alone, without strace.
set -u
microgpt=$HOLO_BUILD/bin/07_microgpt
unset HOLO_PROGRESS
case $HOLO_SETTINGS in
  *"SAN=''"*) ;;
  *) echo 'SKIP calls for memory after step 1: a sanitizer has an allocator of its own'; exit 0 ;;
esac
if ! command -v strace > /dev/null 2>&1; then
  echo 'SKIP calls for memory after step 1: no strace here'
  exit 0
elif ! strace -o trace true > err 2>&1; then
  echo "SKIP calls for memory after step 1: $(head -n 1 err)"
  exit 0
fi

# calls FLAG...: how many are between the progress line of step 1 and that of the last step.
calls() {
  strace -f -o trace -e trace=brk,mmap,munmap,mremap,write "$microgpt" --samples 0 "$@" > out 2> err
  awk '/write\(2, "step *[0-9]+\// { if (steps++) inside = calls }
    steps && /(brk|mmap|munmap|mremap)\(/ { calls++ }
    END { print (steps == 11 ? inside + 0 : "no trace of its steps, so unknown") }' trace
}

# none NAME FLAG...
none() {
  local name=$1 found
  shift
  found=$(calls "$@")
  if [ "$found" = 0 ]; then
    echo "PASS calls for memory after step 1: $name: 0"
  else
    echo "FAIL calls for memory after step 1: $name: $found"
  fi
}

# After the shuffle of seed 42 the longest document is not the first.
for i in 1 2 3 4 5 6 7 8; do printf 'ab\nca\nb\n'; done > growing
printf 'abcabcabcabcabc\n' >> growing

none 'the defaults' --steps 1000
none 'exact' --steps 300 --exact
none 'depth-first traversal' --steps 300 --traversal depth-first
none 'two layers, 32 wide' --steps 200 --n-layer 2 --n-embd 32
none 'the squared-ReLU revision' --revision relu2
none 'with --losses' --steps 300 --losses losses
none 'a long document after short ones' --steps 100 --data growing
none 'a long document after short ones, exact' --steps 100 --data growing --exact
