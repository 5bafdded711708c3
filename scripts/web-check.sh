#!/bin/sh
# Builds the web app into a temporary folder and compares it with the files that are committed in the folder $1. Where npm cannot install what
# the build needs, nothing is proved, and a message says so.
set -eu

assets=$(cd "$1" && pwd)
cd "$(dirname "$0")/../web"

skip() {
	echo "web-check: $*: the web app is not checked" >&2
	exit 0
}

command -v npm >/dev/null 2>&1 || skip "there is no npm"
[ -d node_modules/vite ] || npm ci --no-audit --no-fund --silent || skip "npm cannot install"
new=$(mktemp -d)
trap 'rm -rf "$new"' EXIT
log=$(SEXTANT_ASSETS=$new npm run --silent build 2>&1) || {
	echo "$log" >&2
	exit 1
}
diff -rq "$assets" "$new" || {
	echo "web-check: the committed files are not what the sources give: run make web and commit them" >&2
	exit 1
}
echo "web-check: the web app is what its sources give"
