# made.sh: made FOLDER FLAG...: the book in this folder, with what pages step through where this build has it; what it says is in
# out and in $why. It is read by tests, not run. $lacks says why there are no steps.
lacks=
for name in $(cd "$HOLO_ROOT" && sed -n 's/^ *<!-- step: *\([^ ]*\).*/\1/p' docs/*.md | sort -u); do
  [ -x "$HOLO_BUILD/bin/$name" ] || lacks="no $HOLO_BUILD/bin/$name; make book builds it"
done
programs=()
[ -n "$lacks" ] || programs=(--programs "$HOLO_BUILD/bin")
made() {
  local work
  work=$(dirname "$HOLO_BUILD")/book_work
  "$python" -B "$HOLO_ROOT/examples/book/make_book.py" --work "$work" "${programs[@]}" --out "$@" > out 2> err
  why=$(head -n 1 err)
  [ -n "$lacks$why" ] || grep -q '"places":\[\[[0-9]*,0\],' "$work/steps/01_value.json" || lacks='this system does not know the lines of a program'
}
