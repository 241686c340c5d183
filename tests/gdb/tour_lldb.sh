# tour_lldb.sh: what tour_test.sh asks of lldb, of the programs that it has built: the tour has the same stops and
# the same text, but for the words of the debugger itself, and variables are shown as gdb shows them. It is
# read, not run.

# gdb_words FILE, lldb_words FILE: the text without the words of the debugger: its prompt, how it numbers or names
# a result, quotes, and what is between fields.
gdb_words() {
  sed -E 's/^\(gdb\)/(debugger)/; s/^\$[0-9]+ = "(.*)"$/\1/; s/^\$[0-9]+ = //; s/ = \{$/ {/; s/^(  .* = .*),$/\1/' "$1"
}
lldb_words() {
  sed -E 's/^\(lldb\)/(debugger)/
    s/^\([a-z][^()]*\) .* = ((Value|Tensor|Node|NodeRef|Shape|Tape|-?[0-9]|true|false).*)/\1/' "$1"
}

for name in tour_value tour; do
  case $name in tour) program=$debug/bin/08_tensor ;; *) program=$debug/bin/01_value ;; esac
  lldb_here -o "command script import $root/src/lldb/hologradient.py" -o "command script import $root/src/lldb/tour.py" \
    -o "tour src/gdb/$name.gdb $program" > have.txt
  gdb_words "$root/tests/gdb/$name.txt" > want
  lldb_words have.txt > have
  if cmp -s want have; then
    echo "PASS tour: lldb says in $name what gdb says, at $(grep -c '^---- stop ' have) stops"
  else
    echo "FAIL tour: lldb says in $name: $(diff want have | sed -n '2,5p' | tr '\n' ' ')"
  fi
done

# What gdb prints, but for static members, casts and what only it can write.
grep -v -E '^(\$numbers\(\(double|\*&tape)' expected > expected_lldb
sed 's/ *| .*//' expected_lldb > expressions
cat > print.py << 'END'
import lldb
from hologradient import print_command
for expression in open("expressions"):
    result = lldb.SBCommandReturnObject()
    print_command(lldb.debugger, expression, result, None)
    print("BEGIN", result.GetOutput(), result.GetError(), "END", sep="\n")
END
lldb_here -o "command script import $root/src/lldb/hologradient.py" \
  -o "breakpoint set --file printers.cpp --line $(grep -n 'return torn' printers.cpp | sed 's/:.*//')" \
  -o 'process launch' -o 'command script import print.py' printers.out > log
awk '/^BEGIN$/ { text = ""; next }
  /^END$/ { sub(/ +$/, "", text); gsub(/ +/, " ", text); print text; next }
  { text = text " " $0 }' log | sed -E 's/^ \([^()]*\) .*[^ ] = (Value|Tensor|Node|NodeRef|Shape|Tape)( |\()/\1\2/; s/^ //' > have
n=0
while IFS= read -r line; do
  n=$((n + 1))
  got=$(sed -n "${n}p" have)
  want=$(printf '%s\n' "${line##* | }" |
    sed -E 's/ = \{ / { /; s/, (parent [0-9]+|more|constant|grad) = / \1 = /g; s/^"(.*)"$/\1/')
  if [ "$got" = "$want" ]; then
    echo "PASS tour: lldb prints ${line%% *}: $got"
  else
    echo "FAIL tour: lldb prints ${line%% *}: ${got:-nothing: $(tail -n 1 log)}; expected $want"
  fi
done < expected_lldb
