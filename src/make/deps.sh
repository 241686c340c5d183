#!/bin/sh
# deps.sh run|print [CXX]: installs a compiler, make, fmt and doctest with the system's package
# manager. It says the command first; `print` only prints it. It changes nothing else in the system.
mode=${1:-run}
case $(basename "${2:-g++}") in *clang*) clang=yes ;; *) clang= ;; esac

# Each line: a package manager, how it installs, the packages, and those for clang besides.
install=
while IFS='|' read -r manager how packages for_clang; do
  command -v "$manager" > /dev/null 2>&1 || continue
  install="$how $packages${clang:+${for_clang:+ $for_clang}}"
  break
done << 'END'
apt-get|apt-get install -y|g++ make libfmt-dev doctest-dev|clang libomp-dev
dnf|dnf install -y|gcc-c++ make fmt-devel doctest-devel|clang libomp-devel
pacman|pacman -S --needed --noconfirm|gcc make fmt doctest|clang openmp
zypper|zypper --non-interactive install|gcc-c++ make fmt-devel doctest-devel|clang libomp-devel
apk|apk add|build-base bash fmt-dev doctest-dev|clang openmp-dev
brew|brew install|fmt doctest libomp|
END
if [ -z "$install" ]; then
  echo 'install a C++20 compiler, make, fmt (https://fmt.dev) and doctest' \
    '(https://github.com/doctest/doctest) by hand:' \
    'no apt-get, dnf, pacman, zypper, apk or brew here'
  [ "$mode" = print ]
  exit
fi

sudo= before=
[ "$manager" = brew ] || [ "$(id -u)" = 0 ] || sudo='sudo '
[ "$manager" != apt-get ] || before="${sudo}apt-get update"
line=${before:+$before && }$sudo$install
if [ "$mode" = print ]; then
  echo "$line"
  exit
fi
echo "deps: $line"
if [ -n "$sudo" ] && ! command -v sudo > /dev/null 2>&1; then
  echo 'deps: no sudo here; run that line as root' >&2
  exit 1
fi
export DEBIAN_FRONTEND=noninteractive
# A package list that cannot be refreshed may still be good enough.
$before || true
$sudo$install
