# links.awk: behind rooms.awk, with `programs`, sources with a main(), and tests: prints for each of them
# PROGRAM:FOLDER+FOLDER, the folders of which it includes a header, directly or through others. A
# folder is one thing here: who includes one of its headers needs all of its sources.
BEGIN {
  n = split(programs, names, " ")
  for (i = 1; i <= n; ++i) is_program[names[i]] = 1
  for (i = 1; i < ARGC; ++i) {
    is_file[ARGV[i]] = 1
    if (ARGV[i] !~ /\.h$/ && !(ARGV[i] in is_program)) has_sources[folder_of(ARGV[i])] = 1
  }
  # The kernels in ops are functions of the classes that backend declares; an emulator runs those of CUDA.
  needs["src/backend"] = " src/ops" ("src/emulator" in has_sources ? " src/emulator" : "")
}
function folder_of(file,    part) {
  if (file ~ /^include\//) return "src/" room_of(substr(file, 9))
  split(file, part, "/")
  if (part[1] == "src") return "src/" part[2]
  sub(/\/[^\/]*$/, "", file)
  return file
}
# node_of FILE: its folder, or the file itself where nothing of the folder is compiled, and for a program.
function node_of(file,    folder) {
  if (file in is_program) return file
  folder = folder_of(file)
  return folder in has_sources ? folder : file
}
# path_of NAME: the file, at the place where an #include finds it.
function path_of(name) {
  if ("include/" name in is_file) return "include/" name
  if ("src/" name in is_file) return "src/" name
  if ("examples/" name in is_file) return "examples/" name
  return "tests/" name in is_file ? "tests/" name : ""
}
FNR == 1 { here = node_of(FILENAME) }
(path = path_of(included($0))) != "" {
  there = node_of(path)
  if (there != here && !known[here, there]++) needs[here] = needs[here] " " there
}
# folders PROGRAM, NODE: "+FOLDER..." of what NODE needs and PROGRAM does not have yet.
function folders(program, node,    i, n, list, text) {
  if (seen[program, node]++) return ""
  text = node in has_sources ? "+" node : ""
  n = split(needs[node], list, " ")
  for (i = 1; i <= n; ++i) text = text folders(program, list[i])
  return text
}
END { for (name in is_program) print name ":" folders(name, name) }
