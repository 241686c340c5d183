# wrap.awk: an example as a part of the module of all examples. Its #includes come first, then the rest in a namespace of
# its own, so that two examples may use one name; its main() gets the name of the program. The lines keep their
# numbers. In: -v name=01_value, and the source.
function quoted(text) { return "\"" text "\"" }
/^[ \t]*#[ \t]*include/ { print; lines[NR] = ""; next }
{ lines[NR] = $0 }
END {
  print "#include " quoted("book/engine/program.h")
  print "namespace ex_" name " {"
  print "#line 1 " quoted("examples/" name ".cpp")
  # Of all functions main() alone may end without a return.
  if (lines[NR] == "}") lines[NR] = "return 0; }"
  for (i = 1; i <= NR; ++i) print lines[i]
  print "}"
  print "static const book::Program the_program(" quoted(name) ", ex_" name "::main);"
}
