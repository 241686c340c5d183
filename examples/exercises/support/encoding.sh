# encoding.sh: for grade.sh and exercise.sh, which read it.

# wrong_encoding FILE: what to do about a file that no compiler reads as text, or nothing.
wrong_encoding() {
  local unit
  case $(head -c 2 "$1" | od -A n -t x1 | tr -d ' \n') in
    fffe | feff) unit=yes ;;
    # Without a mark at its beginning: every other byte of what it begins with is 0.
    *) unit=$(head -c 64 "$1" | od -A n -t x1 -v | tr -s ' \n' '\n\n' | awk 'NF { zero[n++ % 2] += $1 == "00" }
      END { if (n > 3 && n % 2 == 0 && (zero[0] == 0 && 2 * zero[1] == n || zero[1] == 0 && 2 * zero[0] == n)) print "yes" }') ;;
  esac
  if [ "$unit" ]; then echo 'the file is UTF-16: save it as UTF-8'; fi
}
