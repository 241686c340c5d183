# floors.awk: `make check-floors`; runs after rooms.awk: the rooms of the library, src/ROOM/, lie on floors. A file
# includes its own room and floors below, never a floor above or another room of its floor. Kernels (src/ops/*_plain.*,
# *_cpu.*, *_cuda.*) include no tensor; tensors do not know Value. The rooms of the spine, the code to read, include
# nothing of a wing.
function report(text) { print FILENAME ":" FNR ": " text; ++wrong }
FNR == 1 {
  ++files
  file = FILENAME
  sub(/^(include|src)\//, "", file)
  here = room_of(file)
  if (!(here in floor)) report("has no room; expected src/ROOM/ with a ROOM of src/make/rooms.awk")
  kernel = file ~ /^ops\/.*_(plain|cpu|cuda)\./
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
  if (there == "scalar" && here ~ /^(tensor|ops|nn|train)$/)
    report(here " includes " name "; expected Value and Tensor not to know each other")
}
END {
  if (wrong) exit 1
  print "check-floors: " files " files, " includes " includes, all point down"
}
