#!/bin/sh
# check_floors.sh [FOLDER]: the rooms of the library, src/ROOM/, stand on floors. A file includes its
# own room and floors below, never a floor above, nor another room of its own floor; kernels
# (src/ops/*_plain.*, *_cpu.*, *_cuda.*) include no tensor; tensors do not know Value. The rooms of the
# spine, what there is to read, include nothing of a wing. A public header belongs to the room of its
# source: include/holo/value.h to that of src/scalar/value.cpp, include/holo/trace_log.h to src/trace/.
cd "${1:-.}" || exit 2
# shellcheck disable=SC2046
awk '
  BEGIN {
    count = split("base,make scalar,backend,text tensor ops nn train files,parallel,see,emulator trace holo", floors, " ")
    for (f = 1; f <= count; ++f) {
      n = split(floors[f], rooms, ",")
      for (r = 1; r <= n; ++r) floor[rooms[r]] = f
    }
    split("base scalar backend text tensor ops nn train", of_the_spine, " ")
    for (i in of_the_spine) spine[of_the_spine[i]] = 1
    # Headers without a source.
    split("math:base op_options:tensor real:base version:base ops:ops holo:holo tape_observer:scalar", alone, " ")
    for (i in alone) { split(alone[i], pair, ":"); room["holo/" pair[1] ".h"] = pair[2] }
    for (i = 1; i < ARGC; ++i) {
      if (split(ARGV[i], part, "/") < 3 || part[1] != "src") continue
      room[substr(ARGV[i], 5)] = part[2]
      name = part[length(part)]
      if (!sub(/\.cpp$/, ".h", name)) continue
      here = part[2]
      source[here, name] = 1
      if (!(name in lowest) || floor[here] < floor[lowest[name]]) lowest[name] = here
      if (!(name in highest) || floor[here] > floor[highest[name]]) highest[name] = here
    }
  }
  # room_of FILE: of a path as an #include has it, below include/ or src/. Where two rooms have a
  # source of that name, attention.cpp say, holo/attention.h is of the lower one.
  function room_of(file,    name) {
    if (file in room) return room[file]
    name = file
    sub(/.*\//, "", name)
    if (file ~ /^holo\/nn\//)
      return !(("nn", name) in source) && floor[highest[name]] > floor["nn"] ? highest[name] : "nn"
    if (file !~ /^holo\//) return ""
    if (name in lowest) return lowest[name]
    return file ~ /^holo\/trace_/ ? "trace" : ""
  }
  # is_wing FILE: fast kernels stand beside the op that they belong to, but are no part of the spine.
  function is_wing(file) {
    return !(room_of(file) in spine) || file ~ /^backend\/(cpu|cuda)\/|^ops\/.*_(cpu|cuda)(_|\.)/
  }
  function report(text) { print FILENAME ":" FNR ": " text; ++wrong }
  FNR == 1 {
    ++files
    file = FILENAME
    sub(/^(include|src)\//, "", file)
    here = room_of(file)
    if (!(here in floor)) report("has no room; expected src/ROOM/ with a ROOM of src/make/check_floors.sh")
    kernel = file ~ /^ops\/.*_(plain|cpu|cuda)\./
  }
  /^[ \t]*#[ \t]*include[ \t]*(<holo\/|")/ {
    ++includes
    split($0, quoted, /["<>]/)
    name = quoted[2]
    there = room_of(name)
    if (!(there in floor)) report("includes " name ", which is in no room of the library")
    else if (floor[there] > floor[here]) report(here " includes " name " of " there ", a floor above")
    else if (floor[there] == floor[here] && there != here)
      report(here " includes " name " of " there ", another room of its floor")
    else if (!is_wing(file) && is_wing(name)) report(here " includes " name ", a wing; expected the spine only")
    else if (kernel && floor[there] > floor["backend"] && name !~ /_(plain|cpu|cuda)\.(h|cuh)$/)
      report("a kernel includes " name "; expected raw pointers and sizes only")
    else if (there != here && !arrow[here, there]++) {
      ++arrows
      below[here] = below[here] " " there
    }
    if (there == "scalar" && here ~ /^(tensor|ops|nn|train)$/)
      report(here " includes " name "; expected Value and Tensor not to know each other")
  }
  END {
    if (wrong) exit 1
    for (f = count; f > 0; --f) {
      n = split(floors[f], rooms, ",")
      for (r = 1; r <= n; ++r) if (rooms[r] in below) printf "  floor %d  %-8s includes%s\n", f, rooms[r], below[rooms[r]]
    }
    print "check-floors: " files " files, " includes " includes, " arrows " arrows between rooms, all point down"
  }' $(find include src \( -name '*.h' -o -name '*.cpp' -o -name '*.cuh' -o -name '*.cu' \) | sort)
