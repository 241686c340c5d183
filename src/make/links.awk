# links.awk: runs after rooms.awk, with `programs` (sources with a main()) and tests. Prints PROGRAM:+FOLDER... for each,
# with the folders whose headers it includes, directly or through others, and sources/FOLDER:+SOURCE... for each folder. A
# folder counts as a whole: including one header needs all sources. But the files of a stem in `apart`, for example
# src/see/value_graph, are a folder of their own. For a program that can be recorded it prints quick/PROGRAM:+FOLDER...
# besides, as if it could not.
BEGIN {
  split("include/ src/ examples/ tests/", root, " ")
  n = split(programs, names, " ")
  for (i = 1; i <= n; ++i) is_program[names[i]] = 1
  n = split(apart, names, " ")
  for (i = 1; i <= n; ++i) is_apart[names[i]] = 1
  for (i = 1; i < ARGC; ++i) {
    is_file[ARGV[i]] = 1
    if (ARGV[i] !~ /\.(cpp|cu)$/ || ARGV[i] in is_program) continue
    folder = folder_of(ARGV[i])
    sources[folder] = sources[folder] "+" ARGV[i]
  }
  # The kernels in ops are functions of the classes that backend declares; an emulator runs the CUDA kernels.
  needs["src/backend"] = " src/ops" ("src/emulator" in sources ? " src/emulator" : "") \
    ("examples/support/devices" in sources ? " examples/support/devices" : "")
}
function folder_of(file,    name, part) {
  name = file
  sub(/.*\//, "", name)
  if (file ~ /^include\//) file = "src/" room_of(substr(file, 9)) "/" name
  sub(/\.[a-z]*$/, "", file)
  if (file in is_apart) return file
  if (split(file, part, "/") && part[1] == "src") return "src/" part[2]
  sub(/\/[^\/]*$/, "", file)
  return file
}
# node_of FILE: its folder, or the file itself if it is a program or the folder has no sources.
function node_of(file,    folder) {
  if (file in is_program) return file
  folder = folder_of(file)
  return folder in sources ? folder : file
}
# path_of NAME: the file that an #include of NAME finds.
function path_of(name,    i) {
  for (i = 1; i <= 4; ++i) if (root[i] name in is_file) return root[i] name
  return ""
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
  text = node in sources ? "+" node : ""
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
  for (folder in sources) print "sources/" folder ":" sources[folder]
}
