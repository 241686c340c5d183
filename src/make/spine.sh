#!/bin/sh
# spine.sh BIN OBJECTS: how much of the library the chapters need. Runs the programs of chapters 1 to 17 in BIN on the
# plain device, in a build that counts which lines run (--coverage), asks gcov for the counts in OBJECTS, and prints
# for each room of the spine how many lines it has, how many files a program ran a line of, how many lines these files
# have, and how many ran. A few steps of a training run the same lines as many. Left out are chapter 10, which is about
# the fast product, and the demo, which keeps in a file what the chapters before it train: they need wings. Fails when
# there is more to read than promised, or when a chapter needs another file of a wing than the ones that print.
bin=$1 objects=$2
most_lines=9640 most_run=3300
HOLO_DEVICE=plain
export HOLO_DEVICE

find "$objects" -name '*.gcda' -exec rm -f {} +
for program in "$bin"/0[1-9]_* "$bin"/1[0-7]_*; do
  case $program in */10_matmul | */17_demo) continue ;; esac
  help=$("$program" --help 2> /dev/null)
  flags=
  for flag in '--steps 20' '--seeds 2' '--draws 100'; do
    case $help in *"${flag% *} "*) flags="$flags $flag" ;; esac
  done
  # shellcheck disable=SC2086
  output=$("$program" $flags 2>&1 < /dev/null) || { echo "error: $program$flags: $output" >&2; exit 1; }
done

# gcov prints a source with the count of each line before it. Chapters print Tensors, and chapters 1 and 8 graphs.
# shellcheck disable=SC2046
find "$objects" -name '*.gcda' -exec gcov -t {} + 2> /dev/null |
  awk -v most_lines=$most_lines -v most_run=$most_run -f "$(dirname "$0")/rooms.awk" -f /dev/fd/3 \
    $(find include src -name '*.h' -o -name '*.cpp' | sort) - 3<< 'END'
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
}
function row(title, place) { printf "%-12s %7s %7d %17d %7d\n", title, all[place], files[place], needed[place], running[place] }
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
    else if (name !~ /^src\/see\/(tensor_print|value_graph|tensor_graph)\./) { print "error: a chapter needs " name ", a file of a wing"; ++wrong }
  }
  print "room           lines   files that chapters need     run"
  for (i = 1; i <= rooms_of_spine; ++i) row(spine[i], spine[i])
  row("the spine", "spine")
  row("the wings", "wings")
  need_lines = needed["spine"] + needed["wings"]
  need_run = running["spine"] + running["wings"]
  printf "the chapters need %d lines in %d files; %d of them run\n", need_lines, files["spine"] + files["wings"], need_run
  if (need_run && need_lines <= most_lines && need_run <= most_run && !wrong) exit 0
  printf "error: expected at most %d lines, of which at most %d run and gcov counts some\n", most_lines, most_run
  exit 1
}
END
