#!/bin/sh
# Makes what a release has beside the binary: completions for shells and man pages, in dist-files. The packager calls it.
set -eu
cd "$(dirname "$0")/.."

out=${1:-dist-files}
rm -rf "$out"
mkdir -p "$out/completions" "$out/man"
go build -o "$out/sextant" ./cmd/sextant
for shell in bash zsh fish powershell; do
	"$out/sextant" completion "$shell" >"$out/completions/sextant.$shell"
done
"$out/sextant" man "$out/man"
rm "$out/sextant"
