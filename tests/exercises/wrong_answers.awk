# wrong_answers.awk: writes the wrong answers to an exercise, NAME.h each, into the folder `to`. In: its
# solution, then its wrong.txt, which the README of the exercises explains. An entry that does not fit
# is said in one line each, as FILE:LINE: NAME: what; no header is written for it.
function complain(what) {
  if (!bad) printf "%s:%d: %s: %s\n", FILENAME, at, name, what
  bad = 1
}

# One edit: the lines `old` become `new`.
function finish_edit(    i, j, found, place, lines) {
  for (i = 1; i + olds - 1 <= length_of_solution; ++i) {
    for (j = 1; j <= olds && solution[i + j - 1] == old[j]; ++j) {}
    if (j > olds && olds) { ++found; place = i }
  }
  if (!olds) complain("an edit without a line of the solution")
  else if (found != 1) complain("the solution has these lines " found + 0 " times; expected once: " old[1])
  else if (!edited) complain("an edit that changes nothing")
  for (j = 0; j < olds && !bad; ++j) {
    if (place + j in gone) complain("two edits of one line: " old[j + 1])
    gone[place + j]
  }
  for (j = 1; j <= news; ++j) lines = lines new[j] "\n"
  instead[place] = lines
  olds = news = edited = 0
}

function finish_entry(    i, file) {
  if (name == "") return
  finish_edit()
  file = to "/" name ".h"
  if (!bad) printf "// misconception: %s\n", sentence > file
  for (i = 2; i <= length_of_solution && !bad; ++i) {
    if (i in instead) printf "%s", instead[i] > file
    if (!(i in gone)) print solution[i] > file
  }
  close(file)
  split("", gone)
  split("", instead)
  name = ""
  bad = 0
}

FNR == NR { solution[++length_of_solution] = $0; next }
/^#/ { next }
/^$/ { finish_entry(); next }
name == "" && /^[0-9][0-9]_[a-z0-9_]*: ./ {
  at = FNR
  name = substr($0, 1, index($0, ":") - 1)
  sentence = substr($0, index($0, ":") + 2)
  next
}
name == "" { at = FNR; name = $0; complain("expected NN_NAME: SENTENCE"); next }
$0 == "..." { finish_edit(); next }
/^[-+ ]/ {
  if (/^[- ]/) old[++olds] = substr($0, 2)
  if (/^[+ ]/) new[++news] = substr($0, 2)
  if (/^[-+]/) edited = 1
  next
}
{ complain("a line that begins with none of - + and a space: " $0) }
END { finish_entry() }
