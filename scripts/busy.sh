#!/bin/sh
# busy.sh N COMMAND...: runs a command beside N programs that only compute, to see whether it depends on an idle machine. They end with it.
set -u
n=$1
shift
pids=
i=0
while [ "$i" -lt "$n" ]; do
	(while :; do :; done) &
	pids="$pids $!"
	i=$((i + 1))
done
trap 'kill $pids 2>/dev/null' EXIT
trap 'exit 130' INT TERM
"$@"
