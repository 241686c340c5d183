# wrap.awk: an example as a part of the module of all examples. Its #includes come first, then the rest in a namespace of
# its own, so that two examples may use one name; its main() gets the name of the program. The lines keep their
# numbers. Numbers of the lines that a page declares as knobs become calls of knob(). In: -v name=01_value, the pages, and
# the source behind them.
function quoted(text) { return "\"" text "\"" }
function in_text(text) { gsub(/\\/, "\\\\", text); gsub(/"/, "\\\"", text); return quoted(text) }
function trim(text) { gsub(/^[ \t]+|[ \t]+$/, "", text); return text }
# A line with its numbers as calls; what is in quotes or within a word is no number.
function with_knobs(line,    out, c, before, text, i, index_of, in_quotes) {
  text = in_text(trim(line))
  before = "("
  for (i = 1; i <= length(line); i += length(c)) {
    c = substr(line, i, 1)
    if (c == "\"") in_quotes = !in_quotes
    if (!in_quotes && match(substr(line, i), /^-?[0-9]+(\.[0-9]*)?/) && before !~ /[A-Za-z0-9_.]/ && (c != "-" || before ~ /[({,=]/)) {
      c = substr(line, i, RLENGTH)
      out = out "book::knob(" text ", " index_of++ ", " c ")"
    } else
      out = out c
    if (c != " ") before = substr(c, length(c))
  }
  return out
}
FILENAME ~ /\.md$/ {
  if (index($0, "<!-- knobs: " name " from ") == 1 && match($0, /: [^:].* -->$/)) {
    line = $0
    sub(/^<!-- knobs: [^:]*: /, "", line)
    sub(/ -->$/, "", line)
    has_knobs[trim(line)] = 1
  }
  next
}
/^[ \t]*#[ \t]*include/ { print; lines[FNR] = ""; last = FNR; next }
{ lines[FNR] = trim($0) in has_knobs ? with_knobs($0) : $0; last = FNR }
END {
  print "#include " quoted("book/engine/program.h")
  print "namespace ex_" name " {"
  print "#line 1 " quoted("examples/" name ".cpp")
  # Of all functions main() alone may end without a return.
  if (lines[last] == "}") lines[last] = "return 0; }"
  for (i = 1; i <= last; ++i) print lines[i]
  print "}"
  print "static const book::Program the_program(" quoted(name) ", ex_" name "::main);"
}
