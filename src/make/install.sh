#!/bin/sh
# install.sh install|uninstall HEADERS...: puts the headers (named as in #include), the library and the files of
# pkg-config and CMake below PREFIX, or removes them. It checks all paths first, then makes every folder and file
# readable for all, for any umask.
#
# In:  PREFIX LIBDIR, and DESTDIR, a staging folder in front of them that no installed file
#      knows; for install also the build: library (its file), REAL ARCH FMT_HEADER_ONLY, and version
#      real_flags exact_flags fmt_cflags fmt_libs fmt_requires omp_cflags omp_libs san_flags arch_text
#      cuda_libs cuda_version
mode=$1
shift
include=$PREFIX/include
cmake=$LIBDIR/cmake/hologradient
pkgconfig=$LIBDIR/pkgconfig
doc=$PREFIX/share/doc/hologradient
made=$cmake/made_folders.txt  # which folders install has made, so that uninstall knows

fail() {
  echo "make $mode: $1" >&2
  exit 1
}

# check_path NAME PATH: refuses a path that would lead elsewhere, or could not be found again.
check_path() {
  case $2 in
    *[\'\"\\\$\#\;\|\:\(\)]* | *[[:cntrl:]]*)
      fail "$1=$2: has one of ' \" \\ \$ # ; | : ( ) or a control character, which pkg-config or CMake\
 do not take; expected a path without. Try: make $mode PREFIX=/opt/hologradient"
      ;;
    /* | '') ;;
    *) fail "$1=$2: is relative; expected a path that begins with /. Try: make $mode $1=\"\$PWD/$2\"" ;;
  esac
}

# try FILE COMMAND...: runs the command, and reports a failure in our words.
try() {
  file=$1
  shift
  problem=$("$@" 2>&1 > /dev/null) || fail "cannot write $file (${problem##*: }); expected a folder\
 that you may write to. Try: make $mode PREFIX=\$HOME/.local, or with sudo"
}

# make_folder PATH: makes the folder, and adds each new folder to $new_folders, one per line.
make_folder() {
  path=$1
  while [ -n "$path" ] && ! [ -d "$DESTDIR$path" ]; do
    new_folders="$new_folders$path
"
    path=${path%/*}
  done
  try "$DESTDIR$1" install -d -m 755 "$DESTDIR$1"
}

# fill NAME FOLDER: writes FOLDER/NAME from src/make/NAME.in, with variables for the names between @.
fill() { try "$DESTDIR$2/$1" fill_in "src/make/$1.in" "$DESTDIR$2/$1"; }
fill_in() {
  awk '{
    line = ""
    while (match($0, /@[[:alpha:]_]+@/)) {
      line = line substr($0, 1, RSTART - 1) ENVIRON[substr($0, RSTART + 1, RLENGTH - 2)]
      $0 = substr($0, RSTART + RLENGTH)
    }
    print line $0
  }' "$1" > "$2" && chmod 644 "$2"
}

# below_prefix PATH: PATH relative to the prefix, as pkg-config writes it, so that a moved tree works.
below_prefix() {
  case $1 in "$PREFIX"/*) printf '${prefix}%s' "${1#"$PREFIX"}" ;; *) printf '%s' "$1" ;; esac
}

# words_like PATTERN WORDS: the matching words, with spaces between them.
words_like() {
  kept=
  for word in $2; do
    # shellcheck disable=SC2254
    case $word in $1) kept="$kept $word" ;; esac
  done
  printf '%s' "${kept# }"
}

# The values for the names between @ in the files of pkg-config and CMake.
set_names() {
  pc_libdir=$(below_prefix "$LIBDIR")
  exact=$(words_like '-ffp-contract=*' "$exact_flags")
  pc_defines="$real_flags $(words_like '-D*' "$fmt_cflags")"
  pc_libs="$omp_libs $san_flags $cuda_libs"
  [ -n "$fmt_requires" ] || pc_libs="$fmt_libs $pc_libs"
  cmake_defines=${real_flags#-D}
  cmake_fmt=fmt::fmt
  [ "$FMT_HEADER_ONLY" != 1 ] || cmake_fmt=fmt::fmt-header-only
  cmake_openmp=OFF
  [ -z "$omp_cflags" ] || cmake_openmp=ON
  cmake_libs=$(printf '%s' "$cmake_fmt $san_flags $cuda_libs" | tr -s ' ' ';')
  export include pc_libdir exact pc_defines pc_libs cmake_defines cmake_libs cmake_openmp
}

install_all() {
  new_folders=
  for header; do
    folder=$include/$(dirname "$header")
    make_folder "$folder"
    try "$DESTDIR$folder" install -m 644 "include/$header" "$DESTDIR$folder"
  done
  make_folder "$pkgconfig"
  make_folder "$cmake"
  try "$DESTDIR$LIBDIR" install -m 644 "$library" "$DESTDIR$LIBDIR/libhologradient.a"
  install_book
  set_names
  fill hologradient.pc "$pkgconfig"
  fill hologradientConfig.cmake "$cmake"
  fill hologradientConfigVersion.cmake "$cmake"
  try "$DESTDIR$made" note_folders
  echo "installed hologradient $version below $DESTDIR$PREFIX: real = $REAL, built for $arch_text${cuda_version:+, CUDA $cuda_version}"
  [ "$ARCH" != native ] || echo 'For other machines: make install ARCH= (or ARCH=x86-64-v3)'
}

# Installs the book if `make book` has made it; removes the book of an earlier install.
install_book() {
  [ -e build/book/index.html ] || return 0
  make_folder "$doc"
  try "$DESTDIR$doc/book" rm -rf "$DESTDIR$doc/book"
  try "$DESTDIR$doc/book" cp -R build/book "$DESTDIR$doc/book"
  try "$DESTDIR$doc/book" chmod -R u=rwX,go=rX "$DESTDIR$doc/book"
  echo "installed the book: $DESTDIR$doc/book/index.html"
}

# A second install makes no folders, and the folders of the first still count.
note_folders() {
  printf '%s' "$new_folders" >> "$DESTDIR$made" && chmod 644 "$DESTDIR$made"
}

# Folders of others stay, and folders that are not empty: rmdir removes only empty ones.
uninstall_all() {
  folders=$(cat "$DESTDIR$made" 2> /dev/null)
  folders=$(printf '%s\n' "$folders" "$cmake" && for header; do echo "$include/${header%/*}"; done)
  for header; do try "$DESTDIR$include/$header" rm -f "$DESTDIR$include/$header"; done
  for file in "$LIBDIR/libhologradient.a" "$pkgconfig/hologradient.pc" "$made" \
    "$cmake/hologradientConfig.cmake" "$cmake/hologradientConfigVersion.cmake"; do
    try "$DESTDIR$file" rm -f "$DESTDIR$file"
  done
  try "$DESTDIR$doc/book" rm -rf "$DESTDIR$doc/book"
  printf '%s\n' "$folders" | sort -r -u | while IFS= read -r folder; do
    [ -z "$folder" ] || rmdir "$DESTDIR$folder" 2> /dev/null
  done
  echo "uninstalled hologradient below $DESTDIR$PREFIX"
}

check_path PREFIX "$PREFIX"
check_path LIBDIR "$LIBDIR"
case $mode in
  install) install_all "$@" ;;
  uninstall) uninstall_all "$@" ;;
esac
