#!/bin/sh
# deps.sh run|print [CXX]: installs a compiler, make, fmt and doctest with the system's package
# manager. It says the command first; `print` only prints it. It changes nothing else in the system.
mode=${1:-run}
compiler=$(basename "${2:-g++}")

has() { command -v "$1" > /dev/null 2>&1; }

# with_clang PACKAGES: prints them only if the wanted compiler is clang.
with_clang() {
  case $compiler in *clang*) printf ' %s' "$*" ;; esac
}

before=
if has apt-get; then
  before='apt-get update'
  install="apt-get install -y g++ make libfmt-dev doctest-dev$(with_clang clang libomp-dev)"
elif has dnf; then
  install="dnf install -y gcc-c++ make fmt-devel doctest-devel$(with_clang clang libomp-devel)"
elif has pacman; then
  install="pacman -S --needed --noconfirm gcc make fmt doctest$(with_clang clang openmp)"
elif has zypper; then
  install="zypper --non-interactive install gcc-c++ make fmt-devel doctest-devel"
  install="$install$(with_clang clang libomp-devel)"
elif has apk; then
  install="apk add build-base bash fmt-dev doctest-dev$(with_clang clang openmp-dev)"
elif has brew; then
  install='brew install fmt doctest libomp'
else
  echo 'install a C++20 compiler, make, fmt (https://fmt.dev) and doctest' \
    '(https://github.com/doctest/doctest) by hand:' \
    'no apt-get, dnf, pacman, zypper, apk or brew here'
  [ "$mode" = print ]
  exit
fi

sudo=
if [ "$(id -u)" != 0 ] && ! has brew; then sudo='sudo '; fi
line="$sudo$install"
[ -z "$before" ] || line="$sudo$before && $line"

if [ "$mode" = print ]; then
  echo "$line"
  exit
fi
echo "deps: $line"
if [ -n "$sudo" ] && ! has sudo; then
  echo 'deps: no sudo here; run that line as root' >&2
  exit 1
fi
export DEBIAN_FRONTEND=noninteractive
# A package list that cannot be refreshed may still be good enough.
[ -z "$before" ] || $sudo$before || true
$sudo$install
