#!/bin/bash
# slides_test.sh: the slides of all sessions are made from the pages as they are; a plan that names what
# is not there is refused with its line; in Chromium, where it is there, what slides_test.py asks of them. slides_made.py makes them.
set -u
here=$PWD what='slides'
. "$HOLO_ROOT/tests/skips.sh"
needs_packages
. "$HOLO_ROOT/tests/examples/refusals.sh"
export PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=$HOLO_ROOT/tests/trace
"$python" "$HOLO_ROOT/tests/examples/slides_made.py"
cd "$HOLO_ROOT" || exit 1
why=$(grep -l -E '(src|href)=|url\(|@import' "$here"/slides/*.html)
check 'no slide names another file'
why=
grep -q 'const double dy = 2 \* y;' "$here/slides/session_01.html" || why='the listing is not there'
check 'a listing of the chapter is on its slide'
# Each slide of the plan that asks has the answer for the teacher beside it.
why=$(grep -E '^[^ ]+\.md \| ' examples/teaching/plan.txt | awk -F ' [|] ' 'NF < 5 || length($5) < 15 { print "no note: " $0; exit }')
check 'each question of a slide has its note'
why=
[ "$(cat "$here"/slides/*.html | grep -c '^<p class="question">')" = "$(cat "$here"/slides/*.html | grep -c '^<p class="note">')" ] || why='some are not shown'
check 'each note is on its slide'
why=$(cat "$here"/slides/*.html | awk '/^<section/ { slide = $0; body = 0 } /^<div class="body/ { body = 1; next }
  body && /^<\/div>/ { if (last ~ /:(<\/p>|<\/li>)?$/) { print slide " ends in: " last; exit } body = 0 } body && !/^<\/?(ul|ol)/ { last = $0 }')
check 'no slide ends in a colon'
# The words to be read for a session: those of the pages that no session before it has, without blocks and lines that lead on.
why=$(awk '
  function words(page, line, inside, count) {
    while ((getline line < ("docs/" page)) > 0) {
      if (line ~ /^ *```/) inside = !inside
      else if (!inside && line !~ /^ *<|^!\[|^New C\+\+ here:|^Next:|^\*\*Your own engine:/) count += split(line, parts, /[ \t]+/) - (line ~ /^ / || line == "")
    }
    close("docs/" page)
    return count
  }
  function told() { if (sum > 3500 || sum < 1) { print title ": " sum " words"; exit } }
  /^session: / { if (title) told(); title = $0; sum = 0 }
  /^[0-9][^ ]*\.md \| / && !($1 in seen) { seen[$1] = 1; sum += words($1) }
  END { told() }' examples/teaching/plan.txt)
check 'a session reads at most 3,500 words'
# Each note begins with "Minutes 5 to 10": a slide begins where the one before it ends, and each part of the agenda where a slide ends.
why=$(awk -F ' [|] ' '
  function told(end) {
    if (title != "" && at != 90) print title ": ends at minute " at
    for (end in ends) print title ": no slide ends at minute " end
  }
  /^session: / { told(); title = $0; at = agenda = 0; split("", ends) }
  /^agenda: / { split($0, parts, " "); ends[agenda += parts[2]] }
  /^[0-9][^ ]*\.md [|] / {
    split($5, parts, /[ .,]/)
    if (parts[1] != "Minutes" || parts[2] != at "" || parts[3] != "to") print title ": at minute " at ": " substr($5, 1, 20)
    at = parts[4]
    delete ends[at]
  }
  END { told() }' examples/teaching/plan.txt)
check 'the minutes of the slides are those of the agenda'
why=$(awk -F ' [|] ' '
  /^[|] \[[0-9]/ {
    sub(/^[|] \[/, "")
    name = page = $0
    sub(/\].*/, "", name)
    sub(/.*\/docs\//, "", page)
    sub(/\).*/, "", page)
    page_of[name] = page
  }
  /^[0-9][^ ]*\.md [|] / { shown[$1] }
  /^home: / { for (name in page_of) if (index($0, name)) { ++asked[name]; if (!(page_of[name] in shown)) print name " comes before " page_of[name] } }
  END { for (name in page_of) if (asked[name] != 1) print name " is homework " asked[name] + 0 " times"; if (!(name in page_of)) print "no exercises" }' \
  examples/exercises/README.md examples/teaching/plan.txt)
check 'each exercise is homework once, after its chapter'
cd "$here" || exit 1

what='slides in a browser'
needs_browser
python3 "$HOLO_ROOT/tests/examples/slides_test.py" "$browser" slides
