# encoding.sh: the text of a file that somebody has written, for the scripts that read such files.

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
