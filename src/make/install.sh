#!/bin/sh
# install.sh install|uninstall HEADERS...: puts the headers (named as in #include), the library and the files of
# pkg-config and CMake below PREFIX, readable for all, or removes them.
#
# In:  PREFIX, LIBDIR, and DESTDIR, a staging folder in front of them that no installed file knows; for install also the
#      build: library (its file), REAL ARCH FMT_HEADER_ONLY, and version real_flags fmt_cflags fmt_libs omp_cflags
#      omp_libs san_flags arch_text cuda_libs cuda_version
mode=$1
shift
umask 022

fail() {
  echo "make $mode: $1" >&2
  exit 1
}
for path in "PREFIX=$PREFIX" "LIBDIR=$LIBDIR"; do
  case ${path#*=} in
    '' | [!/]* | *[!A-Za-z0-9_./+,@~-]*) fail "$path: expected a path that begins with /, of letters, digits and ._-+,@~. Try: make $mode PREFIX=/opt/hologradient" ;;
  esac
done
PREFIX=${PREFIX%/}
include=$PREFIX/include cmake=$LIBDIR/cmake/hologradient pkgconfig=$LIBDIR/pkgconfig

if [ "$mode" = uninstall ]; then
  for file in $(printf "$include/%s " "$@") "$LIBDIR/libhologradient.a" "$pkgconfig/hologradient.pc" "$cmake/hologradientConfig.cmake" "$cmake/hologradientConfigVersion.cmake"; do
    problem=$(rm -f "$DESTDIR$file" 2>&1) || fail "cannot remove $DESTDIR$file (${problem##*: })"
  done
  # Only our own folders, if they are empty: rmdir removes no others.
  rmdir "$DESTDIR$include/holo/nn" "$DESTDIR$include/holo" "$DESTDIR$cmake" 2> /dev/null
  echo "uninstalled hologradient below $DESTDIR$PREFIX"
  exit
fi

# put FILE FOLDER [NAME]
put() {
  problem=$({ install -d -m 755 "$DESTDIR$2" && install -m 644 "$1" "$DESTDIR$2/${3:-${1##*/}}"; } 2>&1 > /dev/null) ||
    fail "cannot write $DESTDIR$2 (${problem##*: }); expected a folder that you may write to. Try: make $mode PREFIX=\$HOME/.local, or with sudo"
}
# put_text FOLDER NAME: a file with the text of the standard input.
put_text() {
  text=$(mktemp) && cat > "$text" && put "$text" "$1" "$2"
  rm -f "$text"
}
for header; do put "include/$header" "$include/${header%/*}"; done
put "$library" "$LIBDIR" libhologradient.a
# A program that computes with Values keeps their bits: it fuses no multiplication with an addition.
exact=-ffp-contract=off
put_text "$pkgconfig" hologradient.pc << END
prefix=$PREFIX
libdir=$LIBDIR

Name: hologradient
Description: a micro-autograd engine to be read
Version: $version
Cflags: -I\${prefix}/include $exact $real_flags $fmt_cflags
Libs: -L\${libdir} -lhologradient $fmt_libs $omp_libs $san_flags $cuda_libs
END
fmt=fmt::fmt openmp=
[ "$FMT_HEADER_ONLY" != 1 ] || fmt=fmt::fmt-header-only
[ -z "$omp_cflags" ] || openmp='find_dependency(OpenMP COMPONENTS CXX)'
put_text "$cmake" hologradientConfig.cmake << END
# find_package(hologradient) gives the target hologradient::hologradient (C++20).
include(CMakeFindDependencyMacro)
find_dependency(fmt)
$openmp
if(NOT TARGET hologradient::hologradient)
  add_library(hologradient::hologradient STATIC IMPORTED)
  set_target_properties(hologradient::hologradient PROPERTIES
    IMPORTED_LOCATION "$LIBDIR/libhologradient.a"
    IMPORTED_LINK_INTERFACE_LANGUAGES CXX
    INTERFACE_INCLUDE_DIRECTORIES "$include"
    INTERFACE_COMPILE_FEATURES cxx_std_20
    INTERFACE_COMPILE_OPTIONS "$exact"
    INTERFACE_COMPILE_DEFINITIONS "${real_flags#-D}"
    INTERFACE_LINK_LIBRARIES "$(echo "$fmt ${omp_cflags:+OpenMP::OpenMP_CXX} $san_flags $cuda_libs" | tr -s ' ' ';')")
endif()
END
echo "installed hologradient $version below $DESTDIR$PREFIX: real = $REAL, built for $arch_text${cuda_version:+, CUDA $cuda_version}"
[ "$ARCH" != native ] || echo 'For other machines: make install ARCH= (or ARCH=x86-64-v3)'
