#!/bin/sh
# Explores a handful of examples, and draws them into a folder: scripts/demo.sh FOLDER
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

# A real system under test, right and faulty: the second one is caught, the test is made short, and running it again fails.
lamp=$folder/lamp
go build -o "$lamp" ./examples/light/lamp
echo
echo "$ sextant run examples/light/light.sxt --sut exec:$lamp"
"$sextant" run examples/light/light.sxt --sut "exec:$lamp"
echo
echo "$ sextant run examples/light/light.sxt --sut 'exec:$lamp -fault'"
! "$sextant" run examples/light/light.sxt --sut "exec:$lamp -fault" --save-test "$folder/failure.json"

echo
echo "Pictures of the models and of their execution trees are in $folder:"
for picture in "$folder"/*.svg; do echo "  $picture"; done
echo "Open them in a browser. The README goes on with a tour."
