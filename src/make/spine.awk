# spine.awk: runs after rooms.awk: makes the table of spine.sh from the library's files and gcov's counts of the lines
# that ran.
BEGIN {
  reason["src/see/tensor_print.cpp"] = "chapters print tensors"
  reason["src/see/value_graph.cpp"] = reason["src/see/value_graph.h"] = reason["src/see/tensor_graph.cpp"] = \
    "chapters 1 and 8 print the graphs of a Value and of a Tensor"
}
FILENAME != "-" && FILENAME != "" {
  if (FNR == 1) file[++file_count] = FILENAME
  ++lines[FILENAME]
  next
}
# A source has the name that the compiler got, its path from the root.
/^ *-: *0:Source:/ { source_name = $0; sub(/.*Source:(\.\/)?/, "", source_name); next }
/^ *[0-9]+\*?: *[0-9]+:/ {
  split($0, column, ":")
  line = source_name ":" (column[2] + 0)
  if (!(line in seen)) ++run[source_name]
  seen[line] = 1
}
# need PLACE, FILE: notes that a chapter runs lines of this file of a room, in the spine or the wings.
function need(place, name) {
  ++files[place]
  needed[place] += lines[name]
  running[place] += run[name]
  listed[place] = listed[place] sprintf("  %-45s %7d %7d\n", name, lines[name], run[name])
}
function row(title, place) {
  printf "%-12s %7s %7d %17d %7d\n", title, all[place], files[place], needed[place], running[place]
  if (list && place != "spine") printf "%s", listed[place]
}
END {
  for (i = 1; i <= file_count; ++i) {
    name = path = file[i]
    sub(/^(include|src)\//, "", path)
    place = is_wing(path) ? "wings" : room_of(path)
    all[place] += lines[name]
    if (place != "wings") all["spine"] += lines[name]
    if (!(name in run)) continue
    need(place, name)
    if (place != "wings") need("spine", name)
    else if (name in reason) why = why sprintf("  %-30s %s\n", name, reason[name])
    else { print "error: a chapter needs " name ", a file of a wing; expected the spine only"; ++wrong }
  }
  print "room           lines   files that chapters need     run"
  for (i = 1; i <= rooms_of_spine; ++i) row(spine[i], spine[i])
  row("the spine", "spine")
  row("the wings", "wings")
  printf "%s", why
  need_lines = needed["spine"] + needed["wings"]
  need_run = running["spine"] + running["wings"]
  printf "the chapters need %d lines in %d files; %d of them run\n", need_lines, files["spine"] + files["wings"], need_run
  if (!need_run) print "error: " gcov " counted no line; expected the gcov of the compiler"
  if (!need_run || need_lines > most_lines || need_run > most_run) {
    printf "error: expected at most %d lines, of which at most %d run\n", most_lines, most_run
    ++wrong
  }
  exit (wrong ? 1 : 0)
}
