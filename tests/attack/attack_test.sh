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

# Would it be seen? Programs that leave a file behind, or die of a signal, are broken ones.
broken_programs() {
  mkdir programs
  for name in train_gpt sample_gpt export_gpt import_gpt explain_gate 07_microgpt 17_demo; do
    ln -s "$HOLO_BUILD/bin/$name" programs/$name
  done
  rm programs/sample_gpt
  printf '#!/bin/sh\n%s\nexec "%s" "$@"\n' "$1" "$HOLO_BUILD/bin/sample_gpt" > programs/sample_gpt
  chmod +x programs/sample_gpt
}
# seen NAME LINE TEXT: a program with that line is reported with that text.
seen() {
  broken_programs "$2"
  "$HOLO_BUILD/bin/attack" programs "$shim" "$PWD/attack" 9 stdout > log 2>&1
  status=$?
  if [ $status = 1 ] && grep -q "^BROKEN stdout .*$3" log; then
    echo "PASS a program that $1 is found"
  else
    echo "FAIL a program that $1 is found: status $status, $(tail -n 1 log)"
  fi
  rm -r programs
}
seen 'leaves a file' 'echo 1 > left' 'a new file: left'
seen 'dies of a signal' 'case "$*" in *--help) kill -SEGV $$ ;; esac' 'signal 11'
seen 'fails without a word' 'case "$*" in *--help) exit 1 ;; esac' '0 messages for exit code 1'
exit 0
