# handin_file.sh: the text file that a student hands in, for handin.sh, which writes it, and grade.sh, which reads it.
#
#   hologradient hand-in 1
#   name: Ada Lovelace
#
#   ---- 06_relu.h: 2 lines ----
#   | namespace answer {
#   | }
#
#   ---- end: sha256 of all lines above this one ----
handin_mark='hologradient hand-in 1'
most_bytes=200000          # of an answer
most_handin_bytes=4000000  # of a hand-in

# hash_of FILE: its SHA-256, whatever program this system has for it.
hash_of() {
  { sha256sum < "$1" 2> /dev/null || shasum -a 256 < "$1" 2> /dev/null || openssl dgst -sha256 -r < "$1"; } | cut -c 1-64
}

# plain_lines FILE: without a mark of its encoding, and with the ends of lines that Unix has.
plain_lines() {
  awk 'NR == 1 { sub(/^\357\273\277/, "") } { sub(/\r$/, ""); print }' "$1"
}

# is_handin FILE: whether it is meant as a hand-in, by its first line or by its name.
is_handin() {
  case ${1##*/} in *handin*.txt) return 0 ;; esac
  head -c 100 "$1" 2> /dev/null | tr -d '\000' | head -n 1 | grep -q -a -e '^.\{0,3\}hologradient hand-in '
}

# read_handin FILE FOLDER NAMES: writes its answers into FOLDER, which is there and empty, without the numbers before their
# names; only names of NAMES, which are between blanks. $handin_name is who hands in, $handin_problem what is wrong: then nothing of it counts.
read_handin() {
  local text=$2/.text said
  handin_name= handin_problem=
  if [ -L "$1" ]; then handin_problem='expected a regular file that can be read'; return; fi
  read_text "$1" "$2/.read" $most_handin_bytes
  handin_problem=$unread
  if [ "$handin_problem" ]; then return; fi
  plain_lines "$2/.read" > "$text"
  grep -a -v '^---- end: ' "$text" | sed -n 's/^name: //p' | head -n 1 > "$2/.name"
  handin_name=$(cat "$2/.name")
  if [ "$(head -n 1 "$text")" != "$handin_mark" ]; then
    handin_problem="the first line is not '$handin_mark': a part of the file is missing, or make handin did not write it"
  elif ! grep -a -q '^---- end: sha256 ' "$text"; then
    handin_problem='the end is missing: the file was cut'
  else
    sed -n '/^---- end: sha256 /q;p' "$text" > "$2/.hashed"
    if ! grep -a -q -x -e "---- end: sha256 $(hash_of "$2/.hashed") ----" "$text"; then
      handin_problem='the text and its hash do not fit: it was changed after make handin'
    else
      handin_problem=$(awk -v to="$2" -v names="$3" -v most=$most_bytes -f "$support/handin.awk" "$text")
    fi
  fi
  rm -f "$2/.read" "$2/.text" "$2/.name" "$2/.hashed"
  if [ "$handin_problem" ]; then rm -f "$2"/*.h; fi
}
