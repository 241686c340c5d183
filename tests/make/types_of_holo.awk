# types_of_holo.awk FILE...: the types that two files define by one name, outside of unnamed namespaces: a program that has
# both would take one for the other. A line each: the name, and the files.
FNR == 1 { depth = unnamed = 0 }
/^namespace .*\{$/ || /^namespace \{$/ { depth++; if ($2 == "{") unnamed = depth; spaces[depth] = $2; next }
/^\}  \/\/ namespace/ { if (unnamed == depth) unnamed = 0; depth--; next }
/^(template <.*> )?(class|struct|union|enum) / && /\{/ && !unnamed && depth && spaces[depth] == "holo" {
  name = $0
  if (name ~ /^[a-z ]*[A-Za-z_0-9]+<.*> \{/) next  # a specialisation
  sub(/^template <[^>]*> /, "", name)
  sub(/^(class|struct|union|enum class|enum) (alignas[^ ]* )?/, "", name)
  sub(/[^A-Za-z_0-9:].*/, "", name)
  if (name ~ /::/ || name == "") next
  if (name in file && file[name] != FILENAME) print name ": " file[name] ", " FILENAME
  file[name] = FILENAME
}
