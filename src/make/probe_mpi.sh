# probe_mpi.sh: finds MPI: asks mpicxx for its flags, and builds and starts a program of the C API with our compiler.
# probe.sh reads it; it is not run. In: the variables of probe.sh, and $work.

# The packages that bring an MPI.
mpi_packages() {
  for pair in 'apt-get:apt install libopenmpi-dev openmpi-bin (or libmpich-dev mpich)' \
    'dnf:dnf install openmpi-devel && module load mpi' 'pacman:pacman -S openmpi' \
    'zypper:zypper install openmpi4-devel' 'apk:apk add openmpi-dev' 'brew:brew install open-mpi'; do
    command -v "${pair%%:*}" > /dev/null 2>&1 && printf '%s' "${pair#*:}" && return
  done
  printf 'install Open MPI or MPICH with the package manager of this system'
}

# Sets mpi_cflags, mpi_libs, mpi_version and mpi_text, or `problem`. Leaves out the C++ bindings, which newer MPIs no
# longer have.
find_mpi() {
  mpi_cflags= mpi_libs= mpi_version= mpi_text=
  [ "$MPI" = 1 ] || return 0
  how="Try: $(mpi_packages)"
  if ! command -v "$MPICXX" > /dev/null 2>&1; then
    problem="MPI=1: no $MPICXX here; expected that of Open MPI or MPICH, by its name or path MPICXX=. $how"
    return
  fi
  words=$("$MPICXX" -show 2> "$work/log") || words=
  for word in ${words#* }; do
    case $word in
      -lmpi_cxx | -lmpichcxx | -lmpicxx) ;;
      -I*) mpi_cflags="$mpi_cflags -isystem ${word#-I}" ;;
      -D*) mpi_cflags="$mpi_cflags $word" ;;
      -L* | -l* | -Wl,*) mpi_libs="$mpi_libs $word" ;;
    esac
  done
  mpi_cflags="-DOMPI_SKIP_MPICXX -DMPICH_SKIP_MPICXX$mpi_cflags" libs=$mpi_libs
  trial='#include <mpi.h>
#include <cstdio>
int main() {
  char text[MPI_MAX_LIBRARY_VERSION_STRING];
  int length = 0;
  MPI_Get_library_version(text, &length);
  std::puts(text);
}'
  if ! compile "$trial" "$mpi_cflags"; then
    why=$(grep -m 1 -i -E 'cannot|undefined|error|no such' "$work/log" || tail -n 1 "$work/log")
    problem="MPI=1: no program with the flags of $MPICXX ($words) builds with $CXX ($why);"
    problem="$problem expected <mpi.h> and its library. $how"
  elif ! mpi_version=$(run | head -n 2 | tr -s ',\t\n' '   ' | cut -c -60) || [ -z "$mpi_version" ]; then
    problem="MPI=1: a program with the libraries of $MPICXX does not start; expected them in$mpi_libs. $how"
  else
    case $mpi_version in *'Open MPI v'*) mpi_version="Open MPI ${mpi_version#*Open MPI v}" ;; esac
    case $mpi_version in *MPICH*) mpi_version="MPICH ${mpi_version#*:}" ;; esac
    mpi_version=$(printf '%s\n' $mpi_version | head -n 3 | sed -n '/^[A-Z]/p; /^[0-9]/{p;q}' | tr '\n' ' ')
    mpi_version=${mpi_version% } mpi_text=", $mpi_version"
  fi
}
