#!/bin/sh
# Explores a handful of examples, draws them into a folder, tests a machine that is wrong, and writes report pages:
# scripts/demo.sh FOLDER
set -eu

folder=${1:-demo}
sextant=bin/sextant
mkdir -p "$folder"

# explore NAME FLAGS...: finds what there is to find; exit code 1 means that the model has a finding, which is no failure here.
explore() {
	name=$1
	shift
	model=examples/$name.sxt
	picture=$folder/$(basename "$name")
	echo
	echo "$ sextant explore $model${*:+ $*}"
	status=0
	"$sextant" explore "$model" "$@" --graph "$picture-tree.svg" || status=$?
	[ "$status" -le 1 ] || exit "$status"
	if command -v dot >/dev/null; then
		"$sextant" explore "$model" "$@" --model-graph "$picture-model.svg" >/dev/null || [ $? -le 1 ]
	fi
}

"$sextant" doctor
explore light/light
explore light/faulty
explore class2/class2
explore small/small --strategy bfs --depth 4
explore alternating/alternating
explore microgrid/microgrid

echo
echo "Pictures of the models and of their execution trees are in $folder:"
for picture in "$folder"/*.svg; do echo "  $picture"; done
echo "Open them in a browser."

# A real system under test: the right vending machine passes; one that keeps the amount in a byte is caught, the test is made
# short, and the replay line that is printed fails again.
model=examples/vending/kiosk.sxt
machine=$folder/machine
report=$folder/failure.txt
go build -o "$machine" ./examples/vending/machine
echo
echo "$ sextant run $model --sut exec:$machine --wait 2s"
"$sextant" run "$model" --sut "exec:$machine" --wait 2s
echo
echo "$ sextant run $model --sut 'exec:$machine -fault byte' --wait 2s --failures $folder/failures"
status=0
"$sextant" run "$model" --sut "exec:$machine -fault byte" --wait 2s --failures "$folder/failures" --report "$folder/failure.html" >"$report" || status=$?
cat "$report"
[ "$status" = 1 ] || { echo "demo: the faulty machine was not caught" >&2; exit 1; }
replay=$(sed -n 's/^replay the failure: //p' "$report")
echo
echo "$ $replay"
status=0
PATH=$PWD/bin:$PATH sh -c "$replay" || status=$?
[ "$status" = 1 ] || { echo "demo: the replay did not fail" >&2; exit 1; }

echo
echo "The right machine passed, the faulty one was caught, and its replay failed again. The README goes on with a tour."

# What was found, as pages that need nothing else: to be opened in a browser, now or in years.
"$sextant" explore examples/class2/class2.sxt --report "$folder/class2.html" >/dev/null
echo
echo "Report pages, to be opened in a browser:"
echo "  $folder/failure.html  the run that caught the faulty machine"
echo "  $folder/class2.html   the exploration of a protocol: model, coverage and execution tree"
