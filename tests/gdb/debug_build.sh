# debug_build.sh: for a test of debuggers that has programs of the build which `make tour`, `make debug` and F5 make. It is
# read, after skips.sh, with the name of the test in `what`, not run. Leaves the folder of that build in `debug`.
case ${HOLO_SETTINGS:-} in *REAL=\'double\'*) skip 'what debuggers start is of floats' ;; esac
debug=$HOLO_DEBUG_BUILD
unset HOLO_DEVICE  # these programs take the plain one

# debug_compile WORDS: a program of the test with the library of that build; what the compiler says is in log.
debug_compile() {
  eval "$HOLO_COMPILE -O0 -g -fno-var-tracking -I$(printf %q "$HOLO_ROOT/src") $1 ${HOLO_LIBS/"$HOLO_BUILD"/$debug}" > log 2>&1
}
