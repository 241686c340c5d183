# floors.awk: `make check-floors`; runs after rooms.awk: the rooms of the library, src/ROOM/, lie on floors. A file
# includes its own room and floors below, never a floor above or another room of its floor. Kernels (src/ops/*_plain.*,
# *_cpu.*, *_cuda.*) include no tensor; tensors do not know Value. The rooms of the spine, the code to read, include
# nothing of a wing and name no wing.
function report(text) { print FILENAME ":" FNR ": " text; ++wrong }
FNR == 1 {
  ++files
  file = FILENAME
  sub(/^(include|src)\//, "", file)
  here = room_of(file)
  if (!(here in floor)) report("has no room; expected src/ROOM/ with a ROOM of src/make/rooms.awk")
  kernel = file ~ /^ops\/.*_(plain|cpu|cuda)\./
  is_spine = !is_wing(file)
}
# Names of the wings, and of code that the engine once had for them.
is_spine && match($0, /(^|[^A-Za-z_])(Trace|TraceLog|TraceWriter|Stepper|Profiler|Replay|TapeObserver|Traversal|Detail|AdamNumbers|real_backend|call_graph)([^A-Za-z_]|$)/) {
  word = substr($0, RSTART, RLENGTH)
  gsub(/[^A-Za-z_]/, "", word)
  report("names " word ", of a wing; expected the spine only")
}
# A name without a folder is a file beside this one.
(name = included($0)) ~ /\// {
  ++includes
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
}
