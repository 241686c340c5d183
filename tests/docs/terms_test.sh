#!/bin/bash
# terms_test.sh: each entry of the glossary leads to a section that says what its term is. The page about C++ and the
# lines "New C++ here" name the same first chapter for each piece of C++. A diff that a page asks for is short.
set -u
cd "$HOLO_ROOT/docs" || exit 1
# told NAME PROBLEMS
told() {
  if [ -z "$2" ]; then echo "PASS terms: $1"; else printf 'FAIL terms: %s\n%s\n' "$1" "$2"; fi
}
anchor='function anchor(heading) {
  heading = tolower(heading)
  gsub(/[^a-z0-9_ -]/, "", heading)
  gsub(/ /, "-", heading)
  return heading
}'

# A section says what a term is if the term is there in a heading, in italics, in words of a formula, or next to "is".
told 'each entry of the glossary leads to its definition, in the order of the alphabet' "$(awk "$anchor"'
  # The words of a term in the singular or the plural, not within a longer word.
  function pattern(term) {
    term = tolower(term)
    gsub(/[^a-z0-9]+/, "[ *-]+", term)
    if (!sub(/y$/, "(y|ies)", term)) term = term "(e?s)?"
    return "[^a-z0-9]" term
  }
  function defines(text, term,  parts, n, i) {
    gsub(/`[^`]*`/, "", text)
    gsub(/[*][*]/, "*", text)
    n = split(text, parts, "*")
    for (i = 2; i <= n; i += 2) if (" " parts[i] " " ~ term "[^a-z0-9]") return 1
    return text " " ~ term "[*]* (is|are|means|called) |(is|are|means|called)( a| an| the| its)?[ *]*" term "[^a-z0-9]"
  }
  function section_defines(page, wanted, term,  line, text, code, formula, here, headings, found) {
    while ((getline line < page) > 0) {
      line = tolower(line)
      if (line ~ /^ *```/) formula = (code = !code) && line ~ /math/
      if (!code && sub(/^#+ /, "", line)) {
        ++headings
        here = wanted == "" ? headings == 1 : anchor(line) == wanted
        line = "*" line "*"
      }
      if (!here) continue
      if (formula && line ~ "(text|mathrm)[^}]*" term) found = 1
      text = code || line == "" ? "" : text " " line
      if (defines(text, term)) found = 1
    }
    close(page)
    return found
  }
  /^- / {
    ++entries
    if ($0 !~ /^- [*][*][^*]+[*][*]( [(][^)]*[)])?: [^ ].* \[[^]]*\][(][^)]*[)]$/) { print "no entry: " $0; next }
    split($0, parts, /[*][*]|: /)
    page = $0
    sub(/.*\(/, "", page)
    sub(/\)$/, "", page)
    wanted = ""
    if (match(page, /#/)) { wanted = substr(page, RSTART + 1); page = substr(page, 1, RSTART - 1) }
    if (tolower(parts[2]) < before) print "not in the order of the alphabet: " parts[2]
    before = tolower(parts[2])
    n = split(parts[2] "*" parts[3], forms, "*")
    found = 0
    for (i = 1; i <= n; i += 2) if (!found) found = section_defines(page, wanted, pattern(forms[i]))
    if (!found) print page "#" wanted " does not say what this is: " parts[2]
  }
  END { if (entries < 100) print entries " entries" }' glossary.md)"

told 'each piece of C++ is in the glossary, and new in the chapter that its section names' "$(awk "$anchor"'
  FILENAME == "cpp.md" && /^## / { name = anchor(substr($0, 4)); sections[name] }
  FILENAME == "cpp.md" {
    text = before " " $0
    before = $0
    if (sub(/.*First in *\[[^]]*\]\(/, "", text)) { sub(/\).*/, "", text); first[name] = text }
  }
  FILENAME == "glossary.md" && /\(cpp\.md#/ { sub(/.*#/, ""); sub(/\)$/, ""); explained[$0] }
  /^New C\+\+ here: / {
    while (match($0, /cpp\.md#[a-z-]+/)) {
      at = substr($0, RSTART + 7, RLENGTH - 7)
      if (at in new) print FILENAME " and " new[at] ": both have " at
      new[at] = FILENAME
      $0 = substr($0, RSTART + RLENGTH)
    }
  }
  END {
    for (name in sections) {
      if (!(name in explained)) print "not in the glossary: " name
      if (first[name] ~ /^[0-9]/ ? first[name] != new[name] : first[name] == "" || name in new)
        print name ": first in " first[name] ", new in " new[name]
      ++count
    }
    if (count < 20) print count " pieces"
  }' cpp.md glossary.md [0-9]*.md)"

pairs=$(sed -n 's/^diff \(examples[^ ]*\) \(examples[^ ]*\)$/\1 \2/p' ./*.md)
told 'a diff of two programs shows at most 40 lines of each' "$(
  [ "$(echo "$pairs" | grep -c .)" -ge 2 ] || echo "only these pairs: $pairs"
  while read -r one other; do
    for side in '<' '>'; do
      lines=$(diff "../$one" "../$other" | grep -c "^$side")
      [ "$lines" -gt 0 ] && [ "$lines" -le 40 ] || echo "diff $one $other: $lines lines with $side"
    done
  done <<< "$pairs")"
