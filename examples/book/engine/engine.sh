#!/bin/sh
# engine.sh newer ENGINE: prints a source that is newer than the engine in this folder, or nothing when its programs are up to date.
# engine.sh pack MODULE: MODULE.js and MODULE.wasm, the worker and the loader as one classic script, to stdout.
here=$(dirname "$0")
case $1 in
newer)
  find src include examples -newer "$2/engine.js" \( -name '*.cpp' -o -name '*.h' \) \
    \( ! -path '*/exercises/*' -o -name check.cpp \) \( ! -path 'examples/book/*' -o -path 'examples/book/engine/*' \) | head -n 1
  ;;
pack)
  echo '// The numbered programs of hologradient as WebAssembly; window.holo.run starts one.'
  echo '(() => {'
  echo 'const inWorker = function () {'
  cat "$2.js" "$here/worker.js" || exit 1
  echo '};'
  printf 'const wasm = "'
  gzip -9 -n < "$2.wasm" | base64 | tr -d '\n' || exit 1
  echo '";'
  cat "$here/loader.js" || exit 1
  echo 'globalThis.holo = {run, session, prepare};'
  echo '})();'
  ;;
esac
