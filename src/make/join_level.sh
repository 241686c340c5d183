#!/bin/sh
# join_level.sh OUT NAME OBJECTS...: joins the objects of one level of kernels to OUT, in which the
# function whose name holds NAME is the only one that others see: see src/backend/cpu/level.h.
# In: LD and OBJCOPY, the programs; ld and objcopy of GNU by default.
out=$1 name=$2
shift 2
# What may be in several files, a template say, is in a group of sections, of which a linker keeps
# one. Here the groups are dissolved.
${LD:-ld} -r --force-group-allocation -o "$out" "$@" &&
  ${OBJCOPY:-objcopy} --wildcard --keep-global-symbol="*$name*" "$out"
