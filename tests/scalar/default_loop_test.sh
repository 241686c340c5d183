#!/bin/bash
# default_loop_test.sh: HOLO_DEFAULT_DEVICE says which loop a new Tape has: plain on the plain device
# alone, not in every build that names one.
set -u
cat > loop.cpp << 'EOF'
#include "holo/tape.h"
int main() { return holo::Tape().loop() == holo::Loop::plain ? 10 : 20; }
EOF
src=$(printf %q "$HOLO_ROOT/src")
# One file knows the device; the others of the room are compiled once.
printf '#include "%s"\n' scalar/{backward,backward_observed,tape,tape_memory,value}.cpp > room.cpp
if ! eval "$HOLO_COMPILE_QUICK -I$src -c room.cpp -o room.o" > log 2>&1; then
  echo "FAIL default loop: the room does not compile: $(grep -m 1 error log)"
  exit 0
fi
for device in plain cpu cuda; do
  case $device in plain) expected=10 ;; *) expected=20 ;; esac
  if ! eval "$HOLO_COMPILE_QUICK -UHOLO_DEFAULT_DEVICE -DHOLO_DEFAULT_DEVICE=$device -I$src loop.cpp \
    $src/scalar/backward_fast.cpp room.o -o loop.out $HOLO_LIBS" > log 2>&1; then
    echo "FAIL default loop: $device does not build: $(grep -m 1 -E 'error|undefined' log)"
    continue
  fi
  ./loop.out
  found=$?
  if [ "$found" = "$expected" ]; then
    echo "PASS default loop: of a build for $device"
  else
    echo "FAIL default loop: of a build for $device: $found, not $expected (10 plain, 20 fast)"
  fi
done
