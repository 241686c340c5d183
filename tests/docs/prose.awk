# prose.awk: finds sentences of pages (.md) and of comments (.h, .cpp) that a reader must read twice. prose_test.sh
# calls it with the files of a page or of a folder. It prints FILE:LINE: what is wrong: the sentence.
#
# A sentence has at most 35 words. A statement does not begin with "What", "Whoever" or "All that", and nothing says
# "in place of". Of "that of" and "those of" there is at most one in 1,000 words.
FNR == 1 { end_paragraph(); in_code = in_comment = 0; is_page = FILENAME ~ /[.]md$/ }
is_page && /^ *```/ { end_paragraph(); in_code = !in_code; next }
is_page && in_code { next }
is_page && (in_comment || /^ *<!--/) { end_paragraph(); in_comment = !/-->/; next }
is_page && (/^ *$/ || /^ *[<#|]/ || /^ *!\[/) { end_paragraph(); next }
is_page {
  text = $0
  if (sub(/^ *([-*]|[0-9]+[.]) +/, "", text)) end_paragraph()
  add(text)
  next
}
# A comment that is indented by two spaces more is a formula, a table or an example.
/^ *\/\/\/?<? ?[^ \/<]/ && !/NOLINT|clang-format/ { text = $0; sub(/^ *\/\/\/?<? ?/, "", text); add(text); next }
{ end_paragraph() }
END {
  end_paragraph()
  if (those > 1 && those * 1000 > words) printf "%s", where_those
}

function add(text) {
  if (paragraph == "") first_line = FNR
  file = FILENAME
  paragraph = paragraph (paragraph == "" ? "" : " ") text
}

function end_paragraph(  rest) {
  rest = paragraph
  paragraph = ""
  while (match(rest, /\]\([^)]*\)/)) rest = substr(rest, 1, RSTART - 1) substr(rest, RSTART + RLENGTH)
  gsub(/e[.]g[.]|i[.]e[.]|et al[.]|vs[.]/, "", rest)
  while (match(rest, /[.!?][)"*_`]* +[A-Z0-9`(*"$[]/)) {
    sentence(substr(rest, 1, RSTART))
    rest = substr(rest, RSTART + RLENGTH - 1)
  }
  if (rest != "") sentence(rest)
}

function sentence(text,  plain, n, parts) {
  plain = text
  gsub(/`[^`]*`|\$[^$]*\$|[^ ]*[_=^*+0-9][^ ]*/, " ", plain)
  gsub(/[^A-Za-z']+/, " ", plain)
  gsub(/(^| )[A-Za-z]( [A-Za-z])*( |$)/, " ", plain)  # letters of formulas
  sub(/^ +/, "", plain)
  sub(/ +$/, "", plain)
  n = split(plain, parts, / +/)
  words += n
  if (n > 35) fault(n " words", text)
  if (plain ~ /^(What|Whoever|All that) / && text !~ /[?]/) fault("begins with " parts[1], text)
  if (plain ~ /(^| )in (the )?place of /) fault("in place of", text)
  if (plain ~ /(^| )([Tt]hat|[Tt]hose) of /) {
    ++those
    where_those = where_those line_of(file, "that of", text)
  }
}

function line_of(name, what, text) { return name ":" first_line ": " what ": " substr(text, 1, 160) "\n" }
function fault(what, text) { printf "%s", line_of(file, what, text) }
