# files.sh: the files that students write and hand in, and the file that a script writes. The reader has head.sh.

most_bytes=200000          # of an answer
most_handin_bytes=4000000  # of a hand-in

# wrong_encoding FILE: what to do about a file that no compiler reads as text, or nothing.
wrong_encoding() {
  case $(head -c 4 "$1" | od -A n -t x1 | tr -d ' \n') in
    00000000) ;;
    fffe* | feff* | ??00??00 | 00??00??) echo 'the file is UTF-16: save it as UTF-8' ;;
  esac
}

# read_text FILE TO BYTES: the text of FILE goes to TO. $unread says why it cannot be read, or nothing. Texts have no control
# characters but tabs, ends of lines and of pages, and Ctrl-Z.
read_text() {
  if ! [ -f "$1" ] || ! [ -r "$1" ]; then unread='expected a regular file that can be read'; return; fi
  if [ "$(head -c $(($3 + 1)) "$1" | wc -c)" -gt "$3" ]; then unread="the file has more than $3 bytes"; return; fi
  unread=$(wrong_encoding "$1")
  if [ "$unread" ]; then return; fi
  plain_lines "$1" > "$2" || refuse "$1: cannot be copied to $2"
  if [ "$(tr -d '\000-\010\016-\031\033-\037\177' < "$1" | wc -c)" -ne "$(wc -c < "$1")" ]; then unread='the file is no text'; return; fi
  if ! grep -a -q '[^[:space:]]' "$2"; then unread='the file is empty'; fi
}

# plain_lines FILE: without a mark of its encoding, and with the ends of lines that Unix has.
plain_lines() {
  awk 'NR == 1 { sub(/^\357\273\277/, "") } { sub(/\r$/, ""); print }' "$1"
}

# ---- the text file that a student hands in ----
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

# hash_of FILE: its SHA-256, whatever program this system has for it.
hash_of() {
  { sha256sum < "$1" 2> /dev/null || shasum -a 256 < "$1" 2> /dev/null || openssl dgst -sha256 -r < "$1"; } | cut -c 1-64
}

# is_handin FILE: whether it is meant as a hand-in, by its name or by its first line.
is_handin() {
  case ${1##*/} in *handin*.txt) return 0 ;; esac
  [ -f "$1" ] && head -c 100 "$1" 2> /dev/null | tr -d '\000' | head -n 1 | grep -q -a -e '^.\{0,3\}hologradient hand-in '
}

# read_handin FILE FOLDER NAMES: writes its answers into FOLDER, which is there and empty; only names of NAMES, which are
# between blanks. $handin_name is who hands in, $handin_problem what is wrong: then nothing of it counts.
read_handin() {
  local text=$2/.text
  handin_name= unread='expected a regular file that can be read'
  if ! [ -L "$1" ]; then read_text "$1" "$text" $most_handin_bytes; fi
  handin_problem=$unread
  if [ "$handin_problem" ]; then return; fi
  handin_name=$(sed -n '2s/^name: *//p' "$text")
  sed '/^---- end: sha256 /,$d' "$text" > "$2/.hashed"
  if [ "$(head -n 1 "$text")" != "$handin_mark" ]; then
    handin_problem="the first line is not '$handin_mark': a part of the file is missing, or make handin did not write it"
  elif ! grep -a -q '^---- end: sha256 ' "$text"; then
    handin_problem='the end is missing: the file was cut'
  elif ! grep -a -q -x -e "---- end: sha256 $(hash_of "$2/.hashed") ----" "$text"; then
    handin_problem='the text and its hash do not fit: it was changed after make handin'
  else
    # A name that no answer has never becomes the name of a file.
    awk -v to="$2/" -v names="$3" '
      /^---- [0-9a-z_]+\.h: / { name = substr($2, 1, length($2) - 1); mine = index(names, " " name " ") }
      mine && /^\|/ { print substr($0, 3) > (to name) }' "$2/.hashed"
  fi
  rm -f "$text" "$2/.hashed"
}

# ---- the file that a script writes: it is made beside the one it replaces, and takes its place when it is whole; nothing but
# a file of the same kind is replaced ----

output= new_output=

# begin_output FILE FIRST KIND: refuses an OUT that cannot be replaced, or that is there and has another first line than
# FIRST (its beginning, up to a * at the end).
begin_output() {
  local first
  output=$(by_path "$1")
  if [ -L "$output" ]; then output=$(readlink -f "$output"); fi # the file that it leads to is replaced
  if [ -z "$output" ] || { [ -e "$output" ] && ! { [ -f "$output" ] && [ -w "$output" ]; }; }; then refuse "OUT=$1: cannot be written"; fi
  first=$(head -c 200 "$output" 2> /dev/null | tr -d '\000' | head -n 1 | tr -d '\r')
  # shellcheck disable=SC2053
  if [ -s "$output" ] && [[ $first != $2 ]]; then refuse "OUT=$1: is there and is no $3; expected such a file, or no file"; fi
  new_output=$(mktemp "$output.XXXXXX" 2> /dev/null) ||
    refuse "OUT=$1: cannot be written; expected a file in a folder that is there and that you may write"
  if [ -e "$output" ]; then cp -p "$output" "$new_output"; else chmod "$(printf %o $((0666 & ~$(umask))))" "$new_output"; fi
}
# end_output FILE: what it has from now on.
end_output() { cp "$1" "$new_output" && mv -f "$new_output" "$output" || refuse "$output: cannot be written"; }
remove_output() { rm -f "$new_output"; }
