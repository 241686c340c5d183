#!/bin/sh
# dist.sh NAME: writes build/NAME.tar.gz with the files of the last commit in a folder NAME. Times, owners and order
# come from the commit, so that the same commit gives the same bytes with the same git and gzip. If `make book` has made
# the book, writes it to build/NAME-book.zip, for a machine that builds nothing.
archive=build/$1.tar.gz
refuse() { echo "make dist: $1; expected a clone of its own. Try: git clone" >&2; exit 1; }
commit=$(git rev-parse --short HEAD 2> /dev/null) || refuse 'no commit here'
# In a folder of another repository HEAD would be that repository's commit.
folder=$(git rev-parse --show-prefix)
[ -z "$folder" ] || refuse "this is the folder $folder of another repository"
mkdir -p build && git archive --format=tar --prefix="$1/" HEAD > build/"$1".tar && gzip -n -9 -c build/"$1".tar > "$archive" || exit 1
rm -f build/"$1".tar
echo "wrote $archive: commit $commit"
[ -z "$(git status --porcelain)" ] || echo 'left out: changes that are not committed'
if [ -e build/book/index.html ]; then
  # Makes a temporary commit of the book's files, with the time of the last commit.
  scratch=$(mktemp -d) && trap 'rm -rf "$scratch"' EXIT && mkdir "$scratch/objects" || exit 1
  git_folder=$(git rev-parse --absolute-git-dir) time=$(git log -1 --format=%ct)
  name=$1-book
  as_commit() (
    export GIT_INDEX_FILE="$scratch/index" GIT_OBJECT_DIRECTORY="$scratch/objects" GIT_AUTHOR_DATE="@$time +0000" \
      GIT_COMMITTER_DATE="@$time +0000" GIT_AUTHOR_NAME=book GIT_AUTHOR_EMAIL=book GIT_COMMITTER_NAME=book GIT_COMMITTER_EMAIL=book TZ=UTC
    cd build/book && set -- git -c core.autocrlf=false --git-dir="$git_folder" --work-tree=. && "$@" add -A -f . &&
      "$@" archive --format=zip --prefix="$name/" "$("$@" commit-tree "$("$@" write-tree)" -m book)"
  )
  as_commit > build/"$1"-book.zip || exit 1
  echo "wrote build/$1-book.zip: the book"
fi
{ sha256sum "$archive" || shasum -a 256 "$archive"; } 2> /dev/null
