# logs.sh: records the programs that the pages step through, into the folder logs. It is read by tests, not run. $lacks says
# why there are no steps.
lacks=
for name in $(cd "$HOLO_ROOT" && sed -n 's/^ *<!-- step: *\([^ ]*\).*/\1/p' docs/*.md | sort -u); do
  [ -x "$HOLO_BUILD/bin/$name" ] || lacks="no $HOLO_BUILD/bin/$name; make book builds it"
done
[ -n "$lacks" ] || why=$(cd "$HOLO_ROOT" && sh examples/book/steps.sh "$HOLO_BUILD/bin" "$here/logs" docs/*.md 2>&1 | head -n 1)
[ -n "$lacks$why" ] || grep -q '"line":[1-9]' logs/01_value.json || lacks='this system does not know the lines of a program'
