#!/bin/sh
# Runs every fuzz target for a while: scripts/fuzz.sh 1m
set -eu

time=${1:-1m}
grep -rn --include='*_test.go' '^func Fuzz' . | sed -E 's/^(.*)\/[^/]*:[0-9]+:func (Fuzz[A-Za-z0-9_]*).*/\1 \2/' | sort |
	while read -r folder target; do
		echo "== $folder $target"
		go test "$folder" -run '^$' -fuzz "^$target\$" -fuzztime "$time"
	done
