# math_js.awk: include/holo/math.h as JavaScript, for the trace page: `math.Exp.f(x)`, `math.Exp.df(x, y)`.
# So a formula stands once. It reads the C++ that math.h is written in, not more of it: a struct of
# functions of numbers and of constants, whose lines are the same in both languages but for types.
# What JavaScript's Math does not have, the page has in c_functions.js.

# "T x, T, P p": "x, _2, p"
function names_of(list,   part, word, n, i, out) {
  n = split(list, part, ",")
  for (i = 1; i <= n; ++i) {
    out = out (i > 1 ? ", " : "") (split(part[i], word, " ") > 1 ? word[2] : "_" i)
  }
  return out
}
# The start of a function, to its bracket: "  template <class T> HD static T f(T x) {"
function start_function(line,   name, list) {
  sub(/^.*> HD /, "", line)
  match(line, /[a-z_]+\(/)
  name = substr(line, RSTART, RLENGTH - 1)
  list = substr(line, RSTART + RLENGTH)
  sub(/\).*/, "", list)
  printf "  function %s(%s) {", name, names_of(list)
  members = members (members == "" ? "" : ", ") name
}

BEGIN {
  print "// Made from include/holo/math.h by src/make/math_js.awk."
  print "const math = (() => {"
  print "const {abs, cos, exp, log, log1p, sin, sqrt, tanh} = Math, {erfc, pow} = C;"
}
/^ *\/\// || /^#/ || /^namespace/ || /^}  \/\/ namespace/ || /^$/ { next }
/^using /, /;$/ { next }
/^struct / { name = $2; members = ""; structs = structs (structs == "" ? "" : ", ") name
             print "const " name " = (() => {"; next }
/^};$/ { print "return {" members "};"; print "})();"; next }
/^ *template / { at = index($0, "{"); start_function(substr($0, 1, at)); $0 = substr($0, at + 1) }
{
  sub(/ \/\/ .*/, "")
  gsub(/static constexpr double /, "const ")
  gsub(/const T /, "const ")
  gsub(/T\(/, "(")
  gsub(/::/, ".")
  print
}
END {
  print "return {" structs "};"
  print "})();"
}
