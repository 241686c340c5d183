# comma_locale.sh: for a test of what people have whose numbers have a comma. It is read, not run. Leaves the name of such
# a locale in `comma`, nothing where this system has none and cannot make one.
comma=$(locale -a 2> /dev/null | grep -m 1 -x -i -E '(de_DE|tr_TR|fr_FR|pl_PL|ru_RU)\.utf-?8')
if [ -z "$comma" ] && localedef -i tr_TR -f UTF-8 ./tr_TR.UTF-8 > /dev/null 2>&1; then
  comma=tr_TR.UTF-8
  export LOCPATH=$PWD
fi
