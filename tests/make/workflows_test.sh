#!/bin/bash
# workflows_test.sh: the workflows are what GitHub reads (check-jsonschema, from PyPI, has its schema), the dev container
# is what editors read, and both call nothing of make that is not there.
set -u
what=workflows
. "$HOLO_ROOT/tests/make/plain_build.sh"
here=$PWD
cd "$HOLO_ROOT" || exit 1
is() {
  local name=$1
  shift
  if "$@" > "$here/log" 2>&1; then echo "PASS workflows: $name"; else echo "FAIL workflows: $name: $(tail -n 2 "$here/log" | tr '\n' ' ')"; fi
}

if command -v check-jsonschema > /dev/null; then
  is 'their form' check-jsonschema --builtin-schema vendor.github-workflows .github/workflows/*.yml
else
  echo 'SKIP workflows: no check-jsonschema here: pip install check-jsonschema'
fi
if command -v python3 > /dev/null; then
  is 'the dev container is JSON and names its file' python3 -c '
import json, os
container = json.load(open(".devcontainer/devcontainer.json"))
assert os.path.exists(".devcontainer/" + container["build"]["dockerfile"])
user = container["remoteUser"]
assert f"USER {user}" in open(".devcontainer/Containerfile").read()'
  is 'it has the extensions that the editor offers' python3 -c '
import json
container = json.load(open(".devcontainer/devcontainer.json"))
assert container["customizations"]["vscode"]["extensions"] == json.load(open(".vscode/extensions.json"))["recommendations"]'
else
  echo 'SKIP workflows: no python3 here'
fi

targets=$(make help | sed -n '/^Targets/,/^Settings/s/^  \([a-zA-Z_.-]*\) .*/\1/p')
called=$(grep -ohE '\bmake [a-z_.-]+' .github/workflows/*.yml .devcontainer/devcontainer.json .devcontainer/Containerfile |
  sed 's/make //' | sort -u | grep -v '^lib')
unknown=$(comm -13 <(printf '%s\n' $targets | sort) <(printf '%s\n' $called))
echo "unknown: $unknown" > "$here/log"
is 'each make that they call is a target' test -n "$called" -a -z "$unknown"
# What the container installs for the build is what make deps would.
deps=$(sed -n 's/^apt-get|[^|]*|\([^|]*\)|.*/\1/p' src/make/deps.sh)
is 'the container installs what make deps does' grep -q -F -e "$deps" .devcontainer/Containerfile
