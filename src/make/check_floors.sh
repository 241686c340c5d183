#!/bin/sh
# check_floors.sh [FOLDER]: the rooms of the library, src/ROOM/, lie on floors (rooms.awk). A file includes its own room
# and floors below, never a floor above or another room of its floor. Kernels (src/ops/*_plain.*, *_cpu.*, *_cuda.*)
# include no tensor; tensors do not know Value. The rooms of the spine, the code to read, include nothing of a wing and
# name no wing.
here=$(cd "$(dirname "$0")" && pwd)
cd "${1:-.}" || exit 2
# shellcheck disable=SC2046
awk -f "$here/rooms.awk" -f "$here/floors.awk" \
  $(find include src \( -name '*.h' -o -name '*.cpp' -o -name '*.cuh' -o -name '*.cu' \) | sort)
