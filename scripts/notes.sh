#!/bin/sh
# Prints what the changelog says of a version, as in "scripts/notes.sh v0.9.0". It fails if there is no such version.
set -eu
cd "$(dirname "$0")/.."

version=${1:?usage: scripts/notes.sh VERSION}
awk -v heading="## [${version#v}]" '
	index($0, heading) == 1 { inside = found = 1; next }
	/^## \[/ { inside = 0 }
	inside
	END { if (!found) { print "CHANGELOG.md has no section " heading > "/dev/stderr"; exit 1 } }
' CHANGELOG.md
