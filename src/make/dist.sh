#!/bin/sh
# dist.sh NAME: writes build/NAME.tar.gz with the files of the last commit in a folder NAME. Times, owners and order
# come from the commit, so that the same commit gives the same bytes with the same git and gzip.
archive=build/$1.tar.gz
refuse() { echo "make dist: $1; expected a clone of its own. Try: git clone" >&2; exit 1; }
commit=$(git rev-parse --short HEAD 2> /dev/null) || refuse 'no commit here'
# In a folder of another repository HEAD is a commit of that one.
folder=$(git rev-parse --show-prefix)
[ -z "$folder" ] || refuse "this is the folder $folder of another repository"
mkdir -p build && git archive --format=tar --prefix="$1/" HEAD > build/"$1".tar && gzip -n -9 -c build/"$1".tar > "$archive" || exit 1
rm -f build/"$1".tar
echo "wrote $archive: commit $commit"
[ -z "$(git status --porcelain)" ] || echo 'left out: changes that are not committed'
{ sha256sum "$archive" || shasum -a 256 "$archive"; } 2> /dev/null
