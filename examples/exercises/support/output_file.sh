# output_file.sh: files that a script writes. Each is made beside the one it replaces, and takes its place when it is whole;
# nothing but a file of the same kind is replaced. The reader has refuse().
output_files=() output_news=()

# begin_output SETTING FILE FIRST KIND: refuses a FILE that cannot be replaced, or that is there and has another first
# line than FIRST (its beginning, up to a * at the end). $output is its number.
begin_output() {
  local file=$2 new= mask links=0 first
  # No name of a file may look like an option.
  case $file in -*) file=./$file ;; esac
  while [ -L "$file" ]; do # the file that it leads to is replaced
    if [ $((++links)) -gt 40 ]; then refuse "$1=$2: cannot be written"; fi
    case $(readlink "$file") in /*) file=$(readlink "$file") ;; *) file=$(dirname "$file")/$(readlink "$file") ;; esac
  done
  if [ -z "$file" ] || [ -d "$file" ] || { [ -e "$file" ] && ! [ -w "$file" ]; }; then refuse "$1=$2: cannot be written"; fi
  if [ -e "$file" ] && ! [ -f "$file" ]; then # a device
    output=${#output_files[@]} output_files+=("$file") output_news+=('')
    return
  fi
  first=$(head -c 200 "$file" 2> /dev/null | tr -d '\000' | head -n 1 | tr -d '\r')
  # shellcheck disable=SC2053
  if [ -s "$file" ] && [[ $first != $3 ]]; then refuse "$1=$2: is there and is no $4; expected such a file, or no file"; fi
  new=$(mktemp "$file.XXXXXX" 2> /dev/null) || refuse "$1=$2: cannot be written; expected a file in a folder that is there and that you may write"
  mask=$(umask)
  if [ -e "$file" ]; then cp -p "$file" "$new"; else chmod "$(printf %o $((0666 & ~mask)))" "$new"; fi
  output=${#output_files[@]} output_files+=("$file") output_news+=("$new")
}

# fill_output NUMBER FILE: what it will have. end_outputs: all that were begun take their places.
fill_output() {
  if [ "${output_news[$1]}" ]; then cp "$2" "${output_news[$1]}"; else cp "$2" "${output_files[$1]}"; fi ||
    refuse "${output_files[$1]}: cannot be written"
}
end_outputs() {
  local i
  for ((i = 0; i < ${#output_files[@]}; ++i)); do
    if [ -z "${output_news[i]}" ]; then continue; fi
    mv -f "${output_news[i]}" "${output_files[i]}" || refuse "${output_files[i]}: cannot be written"
  done
}
remove_outputs() { if [ ${#output_news[@]} -gt 0 ]; then rm -f "${output_news[@]}"; fi; }
