# op_names.awk: from include/holo/ops.h, a list of all functions that give tensors, as C++: one
# enumerator for each, of its name and those of its arguments: pow_x_exponent, pow_a_b. Two that
# differ in the types alone are one. The registry has a `case` for every one of them.
{ sub(/\/\/.*/, ""); text = text " " $0 }
END {
  gsub(/[ \t]+/, " ", text)
  count = split(text, statements, /[;{}]/)
  symbols["+"] = "plus"; symbols["-"] = "minus"; symbols["*"] = "times"; symbols["/"] = "over"
  for (i = 1; i <= count; ++i) {
    statement = statements[i]
    sub(/^ */, "", statement)
    if (statement !~ /^(inline )?(Tensor|std::vector<Tensor>) (operator.|[a-z_0-9]+)\(.*\)/) continue
    sub(/^(inline )?(Tensor|std::vector<Tensor>) /, "", statement)
    name = statement
    sub(/\(.*/, "", name)
    if (name ~ /^operator/) name = "operator_" symbols[substr(name, 9)]
    arguments = substr(statement, index(statement, "(") + 1)
    gsub(/=[^,]*/, "", arguments)  # defaults
    gsub(/\)/, "", arguments)
    words = split(arguments, list, ",")
    for (j = 1; j <= words; ++j) {
      gsub(/ +$/, "", list[j])
      sub(/.*[ &*]/, "", list[j])
      name = name "_" list[j]
    }
    if (!(name in seen)) names[++found] = name
    seen[name] = 1
  }
  print "// Made from include/holo/ops.h by tests/registry/op_names.awk."
  print "#pragma once"
  print "namespace registry {"
  print "enum class Op {"
  for (i = 1; i <= found; ++i) print "  " names[i] ","
  print "};"
  print "inline constexpr const char* op_names[] = {"
  for (i = 1; i <= found; ++i) print "    \"" names[i] "\","
  print "};"
  print "}  // namespace registry"
}
