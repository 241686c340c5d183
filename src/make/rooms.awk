# rooms.awk: the floors and rooms of the library's files among the arguments, and whether they belong to the spine, the
# code to read. Other awk programs follow it. A public header belongs to the room of its source: include/holo/tape.h to
# src/scalar/, like tape.cpp; if two rooms have a source of that name, to the lower one.
BEGIN {
  count = split("base,make scalar,backend,text tensor ops nn train files,parallel,see,emulator trace holo", floors, " ")
  for (f = 1; f <= count; ++f) {
    n = split(floors[f], rooms, ",")
    for (r = 1; r <= n; ++r) floor[rooms[r]] = f
  }
  rooms_of_spine = split("base scalar backend tensor ops nn train text", spine, " ")
  for (i = 1; i <= rooms_of_spine; ++i) in_spine[spine[i]] = 1
  # Headers without a source.
  split("math:base ops:ops holo:holo tape_node:scalar value:scalar pooled:tensor trace_log:trace", alone, " ")
  for (i in alone) { split(alone[i], pair, ":"); room["holo/" pair[1] ".h"] = pair[2] }
  for (i = 1; i < ARGC; ++i) {
    if (split(ARGV[i], part, "/") < 3 || part[1] != "src") continue
    room[substr(ARGV[i], 5)] = part[2]
    name = part[length(part)]
    if (sub(/\.cpp$/, ".h", name) && (!(name in lowest) || floor[part[2]] < floor[lowest[name]])) lowest[name] = part[2]
  }
}
# room_of FILE: the room of a path as in an #include, below include/ or src/.
function room_of(file) {
  if (file in room) return room[file]
  if (file ~ /^holo\/nn\//) return "nn"
  if (file !~ /^holo\//) return ""
  sub(/.*\//, "", file)
  return lowest[file]
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
