#!/bin/sh
# help.sh VERSION BUILD: the list of `make help`: the targets of the Makefile and of src/make/*.mk with the text after
# their ##, by who needs them, and its settings with the text in the line above, which begins with ##.
#
# In:  for each setting a variable of its name, with its value
echo "hologradient $1: make [TARGET] [SETTING=value]; this build would be $2 "
echo
echo 'Targets'
groups='To start: demo test run-NAME help deps clean
To learn: microgpt exact exercise project tour debug gdb-kernel
To teach: slides book engine handin grade
To use it in your program: all gpt install uninstall
To measure: bench experiments figures
To change it: check test-rest test-all format format-check check-floors editor compile_flags.txt
To be sure: fuzz races shapes golden mutants gpu-check spine' awk -F ':.*## ' '
  /^[a-zA-Z0-9_.-]+:.*## / { text[$1] = $2 }
  END {
    groups_count = split(ENVIRON["groups"], group, "\n")
    for (g = 1; g <= groups_count; ++g) {
      split(group[g], part, ": ")
      print part[1]
      targets = split(part[2], target, " ")
      for (t = 1; t <= targets; ++t) printf "  %-22s %s\n", target[t], text[target[t]]
    }
  }' Makefile src/make/*.mk
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
