#!/bin/sh
# help.sh VERSION BUILD: the list of `make help`: the targets of the Makefile and of src/make/*.mk with the text after
# their ##, and its settings with the text in the line above, which begins with ##.
#
# In:  for each setting a variable of its name, with its value
echo "hologradient $1: make [TARGET] [SETTING=value]; this build would be $2 "
echo
echo 'Targets'
awk -F ':.*## ' '/^[a-zA-Z0-9_.-]+:.*## / { printf "  %-22s %s\n", $1, $2 }' Makefile src/make/*.mk
echo
echo 'Settings, with their values now'
awk '
  /^# ----/ { inside = /^# ---- settings/ }
  !inside { next }
  /^## / { text = substr($0, 4); next }
  /^ *[[:upper:]_]+ *[:?]?= ?/ {
    name = $1
    sub(/[:?]?=.*/, "", name)
    if (!(name in seen)) printf "  %-34s %s\n", name "=" ENVIRON[name], text
    seen[name] = 1
    text = ""
  }' Makefile
