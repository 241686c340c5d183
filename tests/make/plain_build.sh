# plain_build.sh: for a test of what no setting of the build changes: it runs with the plain build
# alone. It is read, with the name of the test in `what`, not run.
case ${HOLO_SETTINGS:-} in
  *"REAL='double'"* | *"SAN='"[a-z]*) echo "SKIP $what: it is tried with the plain build"; exit 0 ;;
esac
