#!/bin/sh
# Prints what the changelog says of a version, as in "scripts/notes.sh v0.9.0", with links that work outside of the repository. It fails if
# there is no such version.
set -eu
cd "$(dirname "$0")/.."

version=${1:?usage: scripts/notes.sh VERSION}
version=${version#v}
notes=$(awk -v heading="## [$version]" '
	index($0, heading) == 1 { inside = found = 1; next }
	/^## \[/ { inside = 0 }
	inside
	END { if (!found) { print "CHANGELOG.md has no section " heading > "/dev/stderr"; exit 1 } }
' CHANGELOG.md)
printf '%s\n' "$notes" | sed "s#](\([^):]*\))#](https://github.com/sextant-mbt/sextant/blob/v$version/\1)#g"
