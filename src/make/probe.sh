#!/bin/sh
# probe.sh: finds the compiler, libraries and tools of this machine, and writes them to $FOUND as make variables. It is
# not a configure step: the Makefile calls it at each start, and it returns at once unless a setting, the compiler or a
# package has changed. stdout: nothing, or one line that says why the build cannot start.
#
# In:  FOUND CXX CPPFLAGS CXXFLAGS LDFLAGS ARCH DEBUG OMP SAN FMT_HEADER_ONLY PKG_CONFIG RUN
#      CUDA NVCC CUDA_ARCH MPI MPICXX
#      goals and FLAGS (MAKEFLAGS): what make is to do, which says what is needed; DEPS (run or
#      print: whether it may be installed); clang, GDB, LLDB and named_debugger (for the goals fuzz, tour, debug and gdb)
export LC_ALL=C
here=$(dirname "$0")
folder=$(dirname "$FOUND")
work=$folder/probe.$$
. "$here/probe_find.sh"

# What the goals need, and whether they may install it. Goals with a separate build are probed again for it.
need= may_install=
for goal in $goals; do
  case $goal in
    help | clean | dist | deps | format | format-check | check-floors | uninstall | mutants | races) ;;
    fuzz) sh "$here/has.sh" fuzz "$clang" || exit ;;
    tour | debug | gdb | gdb-kernel) sh "$here/has.sh" "$goal" "$GDB" || exit ;;
    test | test-rest | test-all | check | races-here | gpu-check-programs) need='compiler fmt doctest' ;;
    *) need="compiler fmt ${need#compiler fmt}" ;;
  esac
  case $goal in all | demo | test | test-rest | test-all | check) may_install=$DEPS ;; esac
done
[ -n "$need" ] || exit 0
# The first word of MAKEFLAGS has the one-letter options. With n nothing is done.
case ${FLAGS%% *} in -* | *=*) ;; *n*) may_install= ;; esac

# check_words NAME: false, with the problem, if a shell cannot read the variable NAME as words.
check_words() {
  eval "value=\$$1"
  why=$(printf ': %s\n' "$value" | sh -n 2>&1) && return
  problem="$1=$value: the shell cannot read it (${why##*: }); expected words with closed quotes."
  problem="$problem Try: make CXX=g++, without flags of your own"
  false
}

# for_make NAME VALUE: a make line; $ and # keep their meaning as characters.
for_make() {
  printf '%s := %s\n' "$1" "$(printf '%s' "$2" | sed 's/\$/$$/g; s/#/\\#/g; s/^ *//')"
}

write_found() {
  {
    printf '# key %s\n' "$key"
    printf '# missing %s\n' "$missing"
    printf '# headers %s %s\n' "$fmt_header" "$doctest_header"
    for name in arch_flags arch_text exact_flags kernel_flags heap_flags pic_flags light_flags omp_cflags omp_libs \
      fmt_cflags fmt_libs fmt_requires doctest_cflags nvcc cuda_arch_flags cuda_host cuda_libs \
      cuda_version mpi_cflags mpi_libs mpi_version; do
      eval "for_make $name \"\$$name\""
    done
    for_make compiler_version "$version"
  } > "$work/found.mk"
  mv -f "$work/found.mk" "$FOUND"
}

# True if $FOUND is still valid: same inputs, nothing wanted was missing, no header has gone.
still_true() {
  [ -f "$FOUND" ] || return 1
  { read -r a b old_key; read -r a b old_missing; read -r a b headers; } < "$FOUND"
  [ "$old_key" = "$key" ] || return 1
  for header in $headers; do
    [ -e "$header" ] || return 1
  done
  for item in $old_missing; do
    case " $need " in *" $item "*) return 1 ;; esac
  done
}

# lacking: the needs in $need that are missing.
lacking() {
  for item in $missing; do
    case " $need " in *" $item "*) printf ' %s' "$item" ;; esac
  done
}

make_key() {
  version=$(eval "$CXX --version" 2> /dev/null | head -n 1)
  key=$(printf '%s|' "$CXX" "$version" "$CPPFLAGS" "$CXXFLAGS" "$LDFLAGS" "$ARCH" "$DEBUG" "$OMP" \
    "$SAN" "$FMT_HEADER_ONLY" "$PKG_CONFIG" "$RUN" "$CUDA" "$NVCC" "$CUDA_ARCH" \
    "$MPI" "$MPICXX" "$(cat "$0" "$here/probe_find.sh" | cksum)" | cksum)
}

# can_install: false for a compiler with an unknown name, because no package provides it.
can_install() {
  [ "$may_install" = run ] && [ -z "$problem" ] || return 1
  case "$(lacking)" in *compiler*) case $CXX in g++ | c++ | clang++) ;; *) return 1 ;; esac ;; esac
}

for name in CXX CPPFLAGS CXXFLAGS LDFLAGS; do
  check_words $name || { echo "$problem"; exit; }
done
make_key
[ -w "$folder" ] && still_true && exit 0
if ! mkdir -p "$work" 2> /dev/null; then
  echo "$folder: cannot be written; expected a folder of your own. Try: make B=/a/folder/of/yours"
  exit
fi
trap 'rm -rf "$work"' EXIT
trap 'exit 1' INT TERM
probe
if [ -n "$(lacking)" ] && can_install; then
  echo "missing:$(lacking)" >&2
  sh "$here/deps.sh" run "$CXX" >&2 && { make_key; probe; }
fi
if [ -n "$problem" ]; then
  echo "$problem"
elif [ -n "$(lacking)" ]; then
  how=$(sh "$here/deps.sh" print "$CXX")
  case $how in install*) ;; *) how="make deps ($how)" ;; esac
  case "$(lacking)" in
    *compiler*)
      case $CXX in g++ | c++ | clang++) ;; *) how='make CXX=g++' ;; esac
      echo "CXX=$CXX: no such compiler; expected g++ 12, clang++ 14 or newer. Try: $how"
      ;;
    *)
      case "$(lacking)" in
        *fmt*) [ -z "$(header_path fmt/format.h '')" ] || how="make FMT_HEADER_ONLY=1, or $how" ;;
      esac
      what='<fmt/format.h> with its library and, for tests, <doctest/doctest.h>'
      echo "missing:$(lacking); expected $what. Try: $how"
      ;;
  esac
else
  write_found
  packages="$fmt_text; $doctest_text; $omp_text"
  echo "found: $compiler_text, $arch_text$exact_text$cuda_text$mpi_text; $packages -> $folder" >&2
fi
