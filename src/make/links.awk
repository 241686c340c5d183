# links.awk: runs after rooms.awk, with `programs` (sources with a main()) and tests. Prints PROGRAM:FOLDER+FOLDER for
# each, with the folders whose headers it includes, directly or through others. A folder counts as a whole: including
# one header needs all sources. But the files of a stem in `apart`, for example src/see/value_graph, are a folder of
# their own. For a program that can be recorded it prints quick/PROGRAM:FOLDER+FOLDER besides, as if it could not.
BEGIN {
  n = split(programs, names, " ")
  for (i = 1; i <= n; ++i) is_program[names[i]] = 1
  n = split(apart, names, " ")
  for (i = 1; i <= n; ++i) is_apart[names[i]] = 1
  for (i = 1; i < ARGC; ++i) {
    is_file[ARGV[i]] = 1
    if (ARGV[i] !~ /\.h$/ && !(ARGV[i] in is_program)) has_sources[folder_of(ARGV[i])] = 1
  }
  # The kernels in ops are functions of the classes that backend declares; an emulator runs the CUDA kernels.
  needs["src/backend"] = " src/ops" ("src/emulator" in has_sources ? " src/emulator" : "") \
    ("examples/support/devices" in has_sources ? " examples/support/devices" : "")
}
function folder_of(file,    part, stem) {
  stem = file
  sub(/\.[a-z]*$/, "", stem)
  if (file ~ /^include\//) {
    file = "src/" room_of(substr(file, 9))
    sub(/.*\//, file "/", stem)
    return stem in is_apart ? stem : file
  }
  if (stem in is_apart) return stem
  split(file, part, "/")
  if (part[1] == "src") return "src/" part[2]
  sub(/\/[^\/]*$/, "", file)
  return file
}
# node_of FILE: its folder, or the file itself if it is a program or the folder has no sources.
function node_of(file,    folder) {
  if (file in is_program) return file
  folder = folder_of(file)
  return folder in has_sources ? folder : file
}
# path_of NAME: the file that an #include of NAME finds.
function path_of(name) {
  if ("include/" name in is_file) return "include/" name
  if ("src/" name in is_file) return "src/" name
  if ("examples/" name in is_file) return "examples/" name
  return "tests/" name in is_file ? "tests/" name : ""
}
FNR == 1 { here = node_of(FILENAME) }
# A program that is included has no object: chapter_figures.cpp takes models of the chapters.
(path = path_of(included($0))) ~ /h$/ {
  there = node_of(path)
  if (there != here && !known[here, there]++) needs[here] = needs[here] " " there
}
# folders PROGRAM, NODE: "+FOLDER..." with the folders that NODE needs and PROGRAM does not have yet.
function folders(program, node,    i, n, list, text) {
  if (program ~ /^quick\// && node == recorded) node = "examples/support"
  if (seen[program, node]++) return ""
  text = node in has_sources ? "+" node : ""
  n = split(needs[node], list, " ")
  for (i = 1; i <= n; ++i) text = text folders(program, list[i])
  return text
}
END {
  recorded = "examples/support/recorded"
  for (name in is_program) {
    print name ":" folders(name, name)
    if ((name, recorded) in seen) print "quick/" name ":" folders("quick/" name, name)
  }
}
