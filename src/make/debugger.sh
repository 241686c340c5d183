#!/bin/sh
# debugger.sh: prints `gdb` or `lldb`, the debugger for make debug and make tour: the named one, else gdb if it is
# installed, else lldb. Otherwise prints what is missing, with status 1.
#
# In: GDB LLDB (commands), named_debugger (gdb, lldb or nothing)
here=$(dirname "$0")
install='Try: sudo apt install gdb (dnf, pacman and brew have it under the same name)'
[ "$named_debugger" = lldb ] || if [ -n "$(eval "$GDB -nx -batch -ex 'python print(1)'" 2> /dev/null)" ]; then
  echo gdb
  exit
fi
[ "$named_debugger" = gdb ] || if sh "$here/lldb.sh" --check; then
  echo lldb
  exit
fi
case $named_debugger in
  gdb) echo "no $GDB with Python; expected gdb. $install" ;;
  lldb) echo "no $LLDB with Python; expected lldb. Try: sudo apt install lldb (macOS: xcode-select --install)" ;;
  *) echo "no $GDB with Python, and no $LLDB; expected one of them. $install" ;;
esac
exit 1
