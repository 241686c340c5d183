#!/bin/bash
# attack_test.sh: the short form of `make attack`: of each kind of attack some tries, always the same
# ones. One line for each kind; a broken promise is shown with the command that breaks it.
set -u
count=50
shim=$HOLO_BUILD/attack_shim.so
case ${HOLO_SETTINGS:-} in *SAN=\'[a-z]*) count=15 ;; esac
if ! [ -e "$shim" ]; then
  shim=
  echo 'SKIP attacks by failing calls: nothing stands between a program and the system here'
fi
"$HOLO_BUILD/bin/attack" "$HOLO_BUILD/bin" "$shim" "$PWD/attack" $count > log 2> err
status=$?
while read -r kind tried held broken about; do
  case $tried in
    tried | '') ;;
    *) if [ "$broken" = 0 ]; then
      echo "PASS $kind: $about ($tried tries)"
    else
      echo "FAIL $kind: $about: $broken of $tried broken"
    fi ;;
  esac
done < <(sed -n '/^kind /,$p' log)
grep -A 1 '^BROKEN' log
if ! grep -q '^all  *[1-9]' log; then
  echo "FAIL attack: it did not run to its end, status $status: $(tail -n 3 err)"
fi
exit 0
