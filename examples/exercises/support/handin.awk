# handin.awk: takes a hand-in apart, see handin_file.sh. In: to, the folder of the answers; names, which these may have;
# most, the bytes of one. A number before a name is left out. Prints what is wrong, a line; a wrong name never becomes the name of a file.
function wrong(what) {
  if (!problem) print "line " NR ": " what
  problem = 1
  exit
}
NR == 1 { next }
NR == 2 {
  if ($0 !~ /^name: *[^ ]/ || length($0) > 200 || $0 ~ /[\001-\037\177]/) wrong("expected a name, of at most 194 bytes")
  next
}
ended {
  if ($0 != "") wrong("something follows the end")
  next
}
left > 0 {
  if ($0 != "|" && substr($0, 1, 2) != "| ") wrong("expected " left " more lines of " name)
  text = substr($0, 3)
  bytes += length(text) + 1
  if (bytes > most) wrong(name " has more than " most " bytes")
  print text > last
  --left
  next
}
/^---- end: / { ended = 1; next }
$0 == "" { next }
/^---- [0-9a-z_]+\.h: [0-9]+ lines? ----$/ {
  name = file = substr($2, 1, length($2) - 1)
  sub(/^[0-9][0-9]_/, "", file)
  if (index(names, " " file " ") == 0) wrong("no answer has the name " name)
  if (file in seen) wrong(name " a second time")
  if (length($3) > 6) wrong(name " has too many lines")
  seen[file] = 1
  if (last) close(last)
  last = to "/" file
  left = $3 + 0
  bytes = 0
  printf "" > last
  next
}
{ wrong("expected '---- NAME.h: 12 lines ----' with the name of an answer") }
END { if (!problem && (!ended || left > 0)) print "line " NR ": the end comes too early" }
