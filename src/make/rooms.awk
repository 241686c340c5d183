# rooms.awk: the floors and rooms of the library's files among the arguments, and whether they belong to the spine, the
# code to read. Other awk programs follow it. A public header belongs to the room of its source: include/holo/tape.h to
# src/scalar/, like tape.cpp, include/holo/trace_log.h to src/trace/.
BEGIN {
  count = split("base,make scalar,backend,text tensor ops nn train files,parallel,see,emulator trace holo", floors, " ")
  for (f = 1; f <= count; ++f) {
    n = split(floors[f], rooms, ",")
    for (r = 1; r <= n; ++r) floor[rooms[r]] = f
  }
  rooms_of_spine = split("base scalar backend tensor ops nn train text", spine, " ")
  for (i = 1; i <= rooms_of_spine; ++i) in_spine[spine[i]] = 1
  # Headers without a source.
  split("math:base ops:ops holo:holo tape_node:scalar value:scalar pooled:tensor", alone, " ")
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
# room_of FILE: the room of a path as in an #include, below include/ or src/. If two rooms have a source of that name,
# for example attention.cpp, holo/attention.h belongs to the lower one.
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
# is_wing FILE: fast kernels are beside their op, but are not part of the spine.
function is_wing(file) {
  return !(room_of(file) in in_spine) || file ~ /^backend\/(cpu|cuda)\/|^ops\/.*_(cpu|cuda)(_|\.)/
}
# included LINE: the file that a line includes, or nothing.
function included(line,    quoted) {
  if (line !~ /^[ \t]*#[ \t]*include[ \t]*(<holo\/|"[^ "]*")/) return ""
  split(line, quoted, /["<>]/)
  return quoted[2]
}
