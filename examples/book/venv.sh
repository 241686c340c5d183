#!/bin/sh
# venv.sh FOLDER: makes a Python environment with the packages of requirements.txt in FOLDER, unless it is there with these, and
# prints its Python. Where that cannot be, prints one line that says why, with status 1. Two makes may call it at the same time.
unset PYTHONPATH  # pip would leave out the packages that are there
here=$(dirname "$0") folder=$1
wanted=$here/requirements.txt
cmp -s "$wanted" "$folder/requirements.txt" && echo "$folder/bin/python" && exit
python=${PYTHON:-python3}
why() {
  rm -rf "$folder.$$" "$folder.$$.log"
  echo "$1"
  exit 1
}
$python -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2> /dev/null || why "no Python 3.11 or newer here ($python). Try: sudo apt install python3-venv"
$python -m venv "$folder.$$" > "$folder.$$.log" 2>&1 || why "$python makes no environment. Try: sudo apt install python3-venv"
rm -f "$folder.$$.log"
"$folder.$$/bin/python" -m pip install -q --disable-pip-version-check --retries 1 --timeout 20 -r "$wanted" > /dev/null 2>&1 ||
  why "the packages of $wanted cannot be installed; the first time this needs a network"
cp "$wanted" "$folder.$$/"
# A Python is found from where it lies, so the folder may be moved. Another make may have been as far before.
if cmp -s "$wanted" "$folder/requirements.txt"; then
  rm -rf "$folder.$$"
else
  rm -rf "$folder"
  mv "$folder.$$" "$folder" || why "$folder cannot be written"
fi
echo "$folder/bin/python"
