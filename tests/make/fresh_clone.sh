# fresh_clone.sh: what tests share that type commands into a fresh clone. It is read by them, not
# run. A clone has the files that git knows, as they are now, and of this build the objects alone, so
# that little is compiled: no program is there before a command makes it.
eval "settings=($HOLO_SETTINGS)"
config=$(basename "$HOLO_BUILD")
folders=$(printf 'build/%s\n' "$config" "$(basename "$HOLO_OBJECTS")" | sort -u)

# clone FOLDER: false when there is no git here.
clone() {
  mkdir -p "$1"
  (cd "$HOLO_ROOT" && git ls-files -z -co --exclude-standard 2> /dev/null |
    while IFS= read -r -d '' file; do [ ! -e "$file" ] || printf '%s\0' "$file"; done |
    tar -cf - --null -T -) | tar -xf - -C "$1" &&
    (cd "$HOLO_ROOT" && tar -cf - --exclude='*.gch' --exclude="build/*/bin" $folders) | tar -xf - -C "$1" &&
    [ -e "$1/Makefile" ]
}
