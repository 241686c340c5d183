#!/bin/sh
# join_level.sh OUT NAME OBJECTS...: joins the objects of one level of kernels to OUT, in which the
# function whose name holds NAME is the only one that others see: see src/backend/cpu/level.h.
# In: LD and OBJCOPY, the programs; ld and objcopy of GNU by default.
out=$1 name=$2
shift 2
LD=${LD:-ld} OBJCOPY=${OBJCOPY:-objcopy}
# What may be in several files, a template say, is in a group of sections, of which the linker keeps
# one; and a variable of this kind has a mark of its own with g++, unless it is weak: away with both.
$LD -r --force-group-allocation -o "$out" "$@" &&
  $OBJCOPY --weaken "$out" &&
  $OBJCOPY --wildcard --keep-global-symbol="*$name*" "$out"
