#!/bin/sh
# install.sh install|uninstall HEADERS...: puts the headers (named as in #include), the library and the files of
# pkg-config and CMake below PREFIX, readable for all, or removes them.
#
# In:  PREFIX LIBDIR, and DESTDIR, a staging folder in front of them that no installed file
#      knows; for install also the build: library (its file), REAL ARCH FMT_HEADER_ONLY, and version
#      real_flags exact_flags fmt_cflags fmt_libs fmt_requires omp_cflags omp_libs san_flags arch_text
#      cuda_libs cuda_version
mode=$1
shift
include=$PREFIX/include cmake=$LIBDIR/cmake/hologradient pkgconfig=$LIBDIR/pkgconfig
umask 022

fail() {
  echo "make $mode: $1" >&2
  exit 1
}
for path in "PREFIX=$PREFIX" "LIBDIR=$LIBDIR"; do
  case ${path#*=} in
    [!/]* | *[!A-Za-z0-9_./+,@~-]*) fail "$path: expected a path that begins with /, of letters, digits and ._-+,@~. Try: make $mode PREFIX=/opt/hologradient" ;;
  esac
done

# put FILE FOLDER [NAME]
put() {
  problem=$({ install -d -m 755 "$DESTDIR$2" && install -m 644 "$1" "$DESTDIR$2/${3:-${1##*/}}"; } 2>&1 > /dev/null) ||
    fail "cannot write $DESTDIR$2 (${problem##*: }); expected a folder that you may write to. Try: make $mode PREFIX=\$HOME/.local, or with sudo"
}

# fill NAME FOLDER: writes FOLDER/NAME from src/make/NAME.in, with variables for the names between @.
fill() {
  filled=$(mktemp) || exit 1
  awk '{
    line = ""
    while (match($0, /@[[:alpha:]_]+@/)) {
      line = line substr($0, 1, RSTART - 1) ENVIRON[substr($0, RSTART + 1, RLENGTH - 2)]
      $0 = substr($0, RSTART + RLENGTH)
    }
    print line $0
  }' "src/make/$1.in" > "$filled"
  put "$filled" "$2" "$1"
  rm -f "$filled"
}

# words_like PATTERN WORDS: the matching words, with spaces between them.
words_like() { printf '%s\n' "$2" | tr ' ' '\n' | grep -e "$1" | paste -s -d ' ' -; }

# The values for the names between @ in the files of pkg-config and CMake. The files have folders relative to their own,
# so that a moved or staged tree works.
set_names() {
  case $LIBDIR in
    "$PREFIX"/*)
      pc_libdir="\${prefix}${LIBDIR#"$PREFIX"}"
      cmake_prefix="\${holo_here}$(printf '%s' "${cmake#"$PREFIX"}" | sed 's|/[^/]*|/..|g')" ;;
    *) pc_libdir=$LIBDIR cmake_prefix=$PREFIX ;;
  esac
  exact=$(words_like '^-ffp-contract=' "$exact_flags")
  pc_defines="$real_flags $(words_like '^-D' "$fmt_cflags")"
  pc_libs="$omp_libs $san_flags $cuda_libs"
  [ -n "$fmt_requires" ] || pc_libs="$fmt_libs $pc_libs"
  cmake_defines=${real_flags#-D} cmake_fmt=fmt::fmt cmake_openmp=
  [ "$FMT_HEADER_ONLY" != 1 ] || cmake_fmt=fmt::fmt-header-only
  [ -z "$omp_cflags" ] || cmake_openmp='find_dependency(OpenMP COMPONENTS CXX)'
  cmake_libs=$(printf '%s' "$cmake_fmt ${omp_cflags:+OpenMP::OpenMP_CXX} $san_flags $cuda_libs" | tr -s ' ' ';')
  export pc_libdir exact pc_defines pc_libs cmake_prefix cmake_defines cmake_libs cmake_openmp
}

case $mode in
  install)
    for header; do put "include/$header" "$include/${header%/*}"; done
    put "$library" "$LIBDIR" libhologradient.a
    set_names
    fill hologradient.pc "$pkgconfig"
    fill hologradientConfig.cmake "$cmake"
    fill hologradientConfigVersion.cmake "$cmake"
    echo "installed hologradient $version below $DESTDIR$PREFIX: real = $REAL, built for $arch_text${cuda_version:+, CUDA $cuda_version}"
    [ "$ARCH" != native ] || echo 'For other machines: make install ARCH= (or ARCH=x86-64-v3)'
    ;;
  uninstall)
    # Only our own folders, if they are empty: rmdir removes no others.
    for header; do echo "$include/$header"; done |
      { cat && printf '%s\n' "$LIBDIR/libhologradient.a" "$pkgconfig/hologradient.pc" \
        "$cmake/hologradientConfig.cmake" "$cmake/hologradientConfigVersion.cmake"; } |
      while IFS= read -r file; do
        problem=$(rm -f "$DESTDIR$file" 2>&1) || fail "cannot remove $DESTDIR$file (${problem##*: })"
      done || exit 1
    rmdir "$DESTDIR$include/holo/nn" "$DESTDIR$include/holo" "$DESTDIR$cmake" 2> /dev/null
    echo "uninstalled hologradient below $DESTDIR$PREFIX"
    ;;
esac
