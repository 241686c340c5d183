#!/bin/sh
# pack.sh MODULE: MODULE.js and MODULE.wasm, the worker and the loader as one classic script, to stdout.
here=$(dirname "$0")
echo '// The numbered programs of hologradient as WebAssembly; window.holo.run starts one.'
echo '(() => {'
echo 'const inWorker = function () {'
cat "$1.js" "$here/worker.js" || exit 1
echo '};'
printf 'const wasm = "'
gzip -9 -n < "$1.wasm" | base64 | tr -d '\n' || exit 1
echo '";'
cat "$here/loader.js" || exit 1
echo 'globalThis.holo = {run, session, prepare};'
echo '})();'
