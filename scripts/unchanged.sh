#!/bin/sh
# Runs a command, and fails if it changed a file of the repository that git does not ignore.
set -eu

snapshot() {
	git diff
	git ls-files --others --exclude-standard -z | xargs -0 cksum
}

before=$(snapshot)
"$@"
after=$(snapshot)
if [ "$before" != "$after" ]; then
	echo "this changed files: $*" >&2
	git status --short >&2
	exit 1
fi
