# points.sh: the points of a class, for grade.sh, which reads it. They are counted in hundredths.
points_full=0 points_names=() points_done=() points_part=()

# hundredths TEXT: $number, or status 1.
hundredths() {
  local whole=${1%%.*} rest=00
  case $1 in *.*) rest=${1#*.}; if [ ${#rest} = 1 ]; then rest=${rest}0; fi ;; esac
  case $whole in '' | *[!0-9]* | ?????*) return 1 ;; esac
  case $rest in [0-9][0-9]) ;; *) return 1 ;; esac
  number=$((10#$whole * 100 + 10#$rest))
}
# in_points HUNDREDTHS: 150 is 1.5.
in_points() {
  local text=$(($1 / 100)) rest=$(($1 % 100))
  if [ $rest = 0 ]; then echo "$text"; elif [ $((rest % 10)) = 0 ]; then echo "$text.$((rest / 10))"; else printf '%d.%02d\n' $text $rest; fi
}

# read_points FILE NAMES: lines "NAME POINTS [POINTS_IN_PART]", of names in NAMES, which are between blanks.
read_points() {
  local line=0 name full part more known=' '
  if ! [ -f "$1" ] || ! [ -r "$1" ]; then refuse "POINTS=$1: cannot be read"; fi
  while read -r name full part more || [ "$name" ]; do
    line=$((line + 1))
    name=${name%$'\r'} full=${full%$'\r'} part=${part%$'\r'}
    case $name in '' | '#'*) continue ;; esac
    name_among "$name" "$2"
    if [ -z "$name_now" ]; then refuse "$1:$line: $(clean "$name"): unknown; expected the name of an exercise or of a stage"; fi
    name=$name_now
    case $known in *" $name "*) refuse "$1:$line: $name: a second time" ;; esac
    known="$known$name "
    if [ "$more" ] || ! hundredths "$full"; then refuse "$1:$line: expected NAME POINTS, or NAME POINTS POINTS_IN_PART, as in 06_relu 2 0.5"; fi
    full=$number
    if ! hundredths "${part:-0}" || [ $number -gt $full ]; then refuse "$1:$line: points in part: expected a number from 0 to $(in_points $full)"; fi
    points_names+=("$name") points_done+=("$full") points_part+=("$number")
    points_full=$((points_full + full))
  done < "$1"
}

# points_of EXERCISE RESULT PASSED: $points and $most in hundredths, nothing for what has none. $points is nothing too for an
# answer that could not be read or judged. In part: at least one of its
# checks passes.
points_of() {
  local i
  points= most=
  for ((i = 0; i < ${#points_names[@]}; ++i)); do
    if [ "${points_names[i]}" != "$1" ]; then continue; fi
    points=0 most=${points_done[i]}
    case $2 in
      'not read' | 'not judged') points= ;;
      'done') points=$most ;;
      'not yet') if [ "${3:-0}" -gt 0 ]; then points=${points_part[i]}; fi ;;
    esac
  done
}
