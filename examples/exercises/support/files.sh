# files.sh: the files that students write and hand in, and those that a script writes. The reader has head.sh.

# ---- a text that somebody has written ----

# utf16 FILE: whether it is UTF-16: marked, by its first two bytes, or unmarked: every other byte of its beginning is 0.
utf16() {
  case $(head -c 2 "$1" | od -A n -t x1 | tr -d ' \n') in
    fffe | feff) echo marked ;;
    *) head -c 64 "$1" | od -A n -t x1 -v | tr -s ' \n' '\n\n' | awk 'NF { zero[n++ % 2] += $1 == "00" }
      END { if (n > 3 && n % 2 == 0 && (zero[0] == 0 && 2 * zero[1] == n || zero[1] == 0 && 2 * zero[0] == n)) print "unmarked" }' ;;
  esac
}

# wrong_encoding FILE: what to do about a file that no compiler reads as text, or nothing.
wrong_encoding() { if [ "$(utf16 "$1")" ]; then echo 'the file is UTF-16: save it as UTF-8'; fi; }

# larger_than BYTES FILE
larger_than() { [ "$(head -c $(($1 + 1)) "$2" | wc -c)" -gt "$1" ]; }

# read_text FILE TO BYTES: the text of FILE goes to TO, in UTF-8 also where it is UTF-16 with its mark. $unread says why it
# cannot be read, or nothing. Texts have no control characters but tabs, ends of lines and of pages, and Ctrl-Z.
read_text() {
  unread=
  if ! [ -f "$1" ] || ! [ -r "$1" ]; then unread='expected a regular file that can be read'; return; fi
  if larger_than "$3" "$1"; then unread="the file has more than $3 bytes"; return; fi
  if [ "$(utf16 "$1")" = marked ] && iconv -f UTF-16 -t UTF-8 < "$1" > "$2" 2> /dev/null; then
    :
  else
    unread=$(wrong_encoding "$1")
    cp "$1" "$2" && chmod u+w "$2" || refuse "$1: cannot be copied to $2"
  fi
  if [ "$unread" ]; then return; fi
  if [ "$(tr -d '\000-\010\016-\031\033-\037\177' < "$2" | wc -c)" -ne "$(wc -c < "$2")" ]; then unread='the file is no text'; return; fi
  if ! grep -a -q '[^[:space:]]' "$2"; then unread='the file is empty'; fi
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

# read_handin FILE FOLDER NAMES: writes its answers into FOLDER, which is there and empty;
# only names of NAMES, which are between blanks. $handin_name is who hands in, $handin_problem what is wrong: then nothing of it counts.
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
      handin_problem=$(awk -v to="$2" -v names="$3" -v most=$most_bytes "$take_apart" "$text")
    fi
  fi
  rm -f "$2/.read" "$2/.text" "$2/.name" "$2/.hashed"
  if [ "$handin_problem" ]; then rm -f "$2"/*.h; fi
}

# The program of awk that takes a hand-in apart. In: to, the folder of the answers; names, which these may have; most, the
# bytes of one. Prints what is wrong, a line; a wrong name never becomes the name of a file.
take_apart='
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
  name = substr($2, 1, length($2) - 1)
  if (index(names, " " name " ") == 0) wrong("no answer has the name " name)
  if (name in seen) wrong(name " a second time")
  if (length($3) > 6) wrong(name " has too many lines")
  seen[name] = 1
  if (last) close(last)
  last = to "/" name
  left = $3 + 0
  bytes = 0
  printf "" > last
  next
}
{ wrong("expected '\''---- NAME.h: 12 lines ----'\'' with the name of an answer") }
END { if (!problem && (!ended || left > 0)) print "line " NR ": the end comes too early" }
'

# ---- files that a script writes: each is made beside the one it replaces, and takes its place when it is whole; nothing but
# a file of the same kind is replaced ----

output_files=() output_news=()

# begin_output SETTING FILE FIRST KIND: refuses a FILE that cannot be replaced, or that is there and has another first
# line than FIRST (its beginning, up to a * at the end). $output is its number.
begin_output() {
  local file=$2 new= mask links=0 first
  # No name of a file may look like an option.
  case $file in -*) file=./$file ;; esac
  while [ -L "$file" ]; do # the file that it leads to is replaced
    if [ $((++links)) -gt 40 ]; then refuse "$1=$2: cannot be written"; fi
    case $(readlink "$file") in /*) file=$(readlink "$file") ;; *) file=$(dirname "$file")/$(readlink "$file") ;; esac
  done
  if [ -z "$file" ] || [ -d "$file" ] || { [ -e "$file" ] && ! [ -w "$file" ]; }; then refuse "$1=$2: cannot be written"; fi
  if [ -e "$file" ] && ! [ -f "$file" ]; then # a device
    output=${#output_files[@]} output_files+=("$file") output_news+=('')
    return
  fi
  first=$(head -c 200 "$file" 2> /dev/null | tr -d '\000' | head -n 1 | tr -d '\r')
  # shellcheck disable=SC2053
  if [ -s "$file" ] && [[ $first != $3 ]]; then refuse "$1=$2: is there and is no $4; expected such a file, or no file"; fi
  new=$(mktemp "$file.XXXXXX" 2> /dev/null) || refuse "$1=$2: cannot be written; expected a file in a folder that is there and that you may write"
  mask=$(umask)
  if [ -e "$file" ]; then cp -p "$file" "$new"; else chmod "$(printf %o $((0666 & ~mask)))" "$new"; fi
  output=${#output_files[@]} output_files+=("$file") output_news+=("$new")
}

# fill_output NUMBER FILE: what it will have. end_outputs: all that were begun take their places.
fill_output() {
  if [ "${output_news[$1]}" ]; then cp "$2" "${output_news[$1]}"; else cp "$2" "${output_files[$1]}"; fi ||
    refuse "${output_files[$1]}: cannot be written"
}
end_outputs() {
  local i
  for ((i = 0; i < ${#output_files[@]}; ++i)); do
    if [ -z "${output_news[i]}" ]; then continue; fi
    mv -f "${output_news[i]}" "${output_files[i]}" || refuse "${output_files[i]}: cannot be written"
  done
}
remove_outputs() { if [ ${#output_news[@]} -gt 0 ]; then rm -f "${output_news[@]}"; fi; }
