#!/bin/bash
# The steps of action.yml, the GitHub action: "install" builds sextant and finds its solver, "run" runs it.
#
# SEXTANT_ARGUMENTS has the command and its arguments, as in a shell; SEXTANT_REPORT and SEXTANT_JUNIT are files to write, or empty.
set -euo pipefail
here=$(cd "$(dirname "$0")/.." && pwd)
bin=${RUNNER_TEMP:-/tmp}/sextant-bin

install() {
	"$here/scripts/install.sh"
	mkdir -p "$bin"
	(cd "$here" && CGO_ENABLED=0 go build -trimpath -o "$bin/sextant" ./cmd/sextant)
	if [ -n "${GITHUB_PATH:-}" ]; then
		echo "$bin" >>"$GITHUB_PATH"
	fi
	"$bin/sextant" doctor
}

run() {
	local words=()
	# The words of the author of the workflow, split as a shell does but without expanding anything.
	while IFS= read -r -d '' word; do
		words+=("$word")
	done < <(printf '%s' "$SEXTANT_ARGUMENTS" | xargs printf '%s\0')
	if [ -n "${SEXTANT_REPORT:-}" ]; then
		words+=(--report "$SEXTANT_REPORT")
	fi
	if [ -n "${SEXTANT_JUNIT:-}" ]; then
		words+=(--junit "$SEXTANT_JUNIT")
	fi
	local code=0
	"$bin/sextant" "${words[@]}" || code=$?
	if [ -n "${GITHUB_OUTPUT:-}" ]; then
		echo "exit-code=$code" >>"$GITHUB_OUTPUT"
	fi
	return "$code"
}

case "${1:-}" in
install) install ;;
run) run ;;
*)
	echo "usage: scripts/action.sh install|run" >&2
	exit 2
	;;
esac
